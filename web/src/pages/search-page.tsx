import searchIcon from 'bootstrap-icons/icons/search.svg?raw'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { searchTypes } from '#shared/contract/search.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { Alert } from '../components/alert.tsx'
import { SearchField } from '../components/fields.tsx'
import { Page, useFirstField } from '../components/page.tsx'
import { PagedList } from '../components/paged-list.tsx'
import { EmptyState } from '../components/states.tsx'
import { Tabs } from '../components/tabs.tsx'
import { type ChoiceOptions, useTeamIds } from '../domain/team-choice.ts'
import { LeadsNone, NothingOfTeam, TeamControl } from '../domain/team-control.tsx'
import { hasWords, useSearch } from '../features/search/api.ts'
import { kinds } from '../features/search/hit-parts.ts'
import { rememberSearch } from '../features/search/recent-searches.ts'
import { ResultList, ResultListSkeleton } from '../features/search/result-list.tsx'
import { type SearchTab, useSearchUrl } from '../features/search/use-search-url.ts'
import { serverText } from '../lib/api-error.ts'
import { useActor } from '../lib/can.tsx'

/** The team chosen on other screens doesn't narrow the search, because users often don't know where a text is. */
const ofEveryone: ChoiceOptions = { isKept: false, start: 'everyone' }

export default function SearchPage() {
  const actor = useActor()
  const { q, type, page, setTab, setText } = useSearchUrl()
  const teamId = useTeamIds(ofEveryone)
  const results = useSearch({ q, type, teamId, page })
  const isReviewer = actor !== null && can(actor, 'admin.open')
  // Staff may not search for people.
  const types = searchTypes.filter(each => each !== 'person' || isReviewer)
  const counts = results.isError ? undefined : results.data?.counts
  const tabs: { id: SearchTab; label: string; count?: string }[] = [
    { id: 'all', label: 'All' },
    ...types.map(id => ({ id, label: kinds[id].several, count: counts && countText(counts[id]) })),
  ]

  return (
    <Page title="Search" isList beside={<TeamControl {...ofEveryone} />}>
      <LeadsNone />
      <SearchForm
        key={actor?.id}
        q={q}
        onText={setText}
        onSubmit={text => actor && rememberSearch(actor.id, text)}
      />
      {results.data?.indexing && (
        <Alert variant="info">
          {messages.search.indexing(results.data.indexing.done, results.data.indexing.total)}
        </Alert>
      )}
      {!hasWords(q) ? (
        <EmptyState icon={searchIcon} title={messages.search.start}>
          {messages.search.startHint}
        </EmptyState>
      ) : (
        <div className={`page-stack search-kinds ${counts || results.isError ? '' : 'search-counting'}`}>
          <Tabs label="Kind" tabs={tabs} selected={type ?? 'all'} onSelect={setTab}>
            <Results q={q} results={results} isOfTeam={teamId !== undefined} />
          </Tabs>
        </div>
      )}
    </Page>
  )
}

const countText = (count: number) => `${count.toLocaleString()}${count >= limits.searchCountMax ? '+' : ''}`

type SearchFormProps = { q: string; onText: (text: string) => void; onSubmit: (text: string) => void }

/** Results follow the text as it is typed; Enter doesn't wait. */
function SearchForm({ q, onText, onSubmit }: SearchFormProps) {
  const { text, setText, sent } = useTypedText(q)
  const [isComposing, setIsComposing] = useState(false)
  const field = useFirstField<HTMLInputElement>(q === '')
  const words = text.trim()

  const search = useEffectEvent(() => {
    sent(words)
    onText(words)
  })
  useEffect(() => {
    if (isComposing || words === q) return
    const timer = setTimeout(() => search(), limits.searchDelayMs)
    return () => clearTimeout(timer)
  }, [words, q, isComposing])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (words !== q) {
      sent(words)
      onText(words)
    }
    if (words !== '') onSubmit(words)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too young for some browsers
    <form role="search" onSubmit={handleSubmit}>
      <SearchField
        ref={field}
        aria-label="Search"
        placeholder="Reports, comments, tasks, projects"
        maxLength={limits.searchTextMax}
        value={text}
        onChange={event => setText(event.target.value)}
        onCompositionStart={() => setIsComposing(true)}
        onCompositionEnd={() => setIsComposing(false)}
      />
    </form>
  )
}

/**
 * The text of the field. React renders a changed URL later, when the user may have typed on: only a text that doesn't come
 * from the field replaces what is typed, such as after Back or from the palette.
 */
function useTypedText(q: string) {
  const [text, setText] = useState(q)
  const [known, setKnown] = useState(q)
  const [expected, setExpected] = useState<string[]>([])
  if (known !== q) {
    setKnown(q)
    const at = expected.indexOf(q)
    if (at === -1) setText(q)
    setExpected(expected.slice(at + 1))
  }
  return { text, setText, sent: (words: string) => setExpected(before => [...before, words]) }
}

type ResultsProps = { q: string; results: ReturnType<typeof useSearch>; isOfTeam: boolean }

function Results({ q, results, isOfTeam }: ResultsProps) {
  const actor = useActor()
  return (
    <div className="page-stack">
      <PagedList
        query={results}
        skeleton={<ResultListSkeleton />}
        failure={error => serverText(error) ?? messages.search.failed}
        empty={
          isOfTeam ? (
            <NothingOfTeam title={messages.search.noneOfTeam(q)} {...ofEveryone} />
          ) : (
            <EmptyState icon={searchIcon} title={messages.search.none(q)}>
              {messages.search.hint}
            </EmptyState>
          )
        }
        countsOne
      >
        {({ data }, isBusy) => (
          <ResultList
            hits={data}
            searched={q}
            isBusy={isBusy}
            onOpen={() => actor && rememberSearch(actor.id, q)}
          />
        )}
      </PagedList>
    </div>
  )
}
