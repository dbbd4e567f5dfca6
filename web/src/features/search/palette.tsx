import clock from 'bootstrap-icons/icons/clock-history.svg?raw'
import search from 'bootstrap-icons/icons/search.svg?raw'
import { searchTypes } from '#shared/contract/search.ts'
import type { Me } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { serverText } from '../../lib/api-error.ts'
import { actionsOf, type Destination, matching, type PageLink, pagesOf } from './destinations.ts'
import { factsOf, kinds, linesOf } from './hit-parts.ts'
import { markWords } from './marked.tsx'
import { type Group, type Option, Options } from './options.tsx'
import { recentSearches } from './recent-searches.ts'
import type { PaletteField } from './search-dialog.tsx'
import { type Hits, useQuickSearch } from './use-quick-search.ts'

type PaletteProps = { user: Me; pages: readonly PageLink[]; field: PaletteField; onClose: () => void }

/** The list of the palette. It is loaded when the palette is opened for the first time. */
export default function Palette(props: PaletteProps) {
  return props.field.text.trim() === '' ? <Start {...props} /> : <Found {...props} />
}

/** Before anything is typed: actions, what was searched for last, and all pages. */
function Start({ user, pages, field, onClose }: PaletteProps) {
  const groups: Group[] = [
    {
      title: 'Actions',
      isFresh: true,
      options: actionsOf(user).map(option => destinationOption(option, '')),
    },
    {
      title: 'Recent searches',
      isFresh: true,
      options: recentSearches(user.id).map(text => ({
        key: `recent ${text}`,
        title: [{ text, hit: false }],
        icon: clock,
        text,
      })),
    },
    { title: 'Pages', isFresh: true, options: pagesOf(pages).map(page => destinationOption(page, '')) },
  ]
  return <Options userId={user.id} groups={groups} field={field} onClose={onClose} />
}

function Found({ user, pages, field, onClose }: PaletteProps) {
  const text = field.text.trim()
  const { names, texts } = useQuickSearch(text, field.isComposing)
  const isFresh = names.isFresh && texts.isFresh
  const failure = names.error ? names : texts.error ? texts : undefined
  const local = (title: string, destinations: readonly Destination[]): Group => ({
    title,
    isFresh: true,
    options: matching(destinations, text).map(found => destinationOption(found, text)),
  })
  const hits = searchTypes.map(type =>
    hitGroup(text, type, type === 'report' || type === 'comment' ? texts : names),
  )
  const found = [local('Actions', actionsOf(user)), local('Pages', pagesOf(pages)), ...hits]
  const count = found.reduce((sum, { options }) => sum + options.length, 0)
  const isNothing = isFresh && !failure && count === 0
  const seeAll: Option = {
    key: 'all',
    title: [{ text: messages.search.seeAll(text), hit: false }],
    icon: search,
    to: paths.search(text),
    isResult: true,
  }
  const groups = isNothing || names.isAbsent ? found : [...found, { isFresh: true, options: [seeAll] }]
  return (
    <Options
      userId={user.id}
      groups={groups}
      field={field}
      onClose={onClose}
      status={!isFresh ? '' : isNothing ? messages.search.none(text) : messages.search.found(count)}
      isBusy={!isFresh}
    >
      {isNothing && (
        <div className="palette-none">
          <p>{messages.search.none(text)}</p>
          <p className="text-body-secondary">{messages.search.hint}</p>
        </div>
      )}
      {failure && (
        <Failed
          error={failure.error}
          onRetry={() => [names, texts].map(each => each.error && each.retry())}
        />
      )}
    </Options>
  )
}

const destinationOption = ({ label, to, icon }: Destination, text: string): Option => ({
  // An action and a page can lead to the same place.
  key: `${label} ${to}`,
  title: markWords(label, text),
  icon,
  to,
})

function hitGroup(text: string, type: (typeof searchTypes)[number], { hits, isFresh }: Hits): Group {
  const { several, icon } = kinds[type]
  const options = hits
    .filter(hit => hit.type === type)
    .map(hit => ({
      key: `${type} ${hit.id}`,
      icon,
      to: hit.link,
      isResult: true as const,
      facts: factsOf(hit),
      ...linesOf(hit, text),
    }))
  return { title: several, isFresh, options }
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const sentence = serverText(error) ?? (navigator.onLine ? messages.search.failed : messages.search.offline)
  return (
    <div className="palette-failed" role="alert">
      <p>{sentence}</p>
      <button type="button" className="btn btn-secondary btn-sm" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
