import { useRef, useState } from 'react'
import type { ActivitySource, NewActivitySource } from '#shared/contract/activity.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { CopiedText } from '../../components/copied-text.tsx'
import { Confirm, Dialog } from '../../components/dialog.tsx'
import { Section } from '../../components/page.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../../components/placeholders.tsx'
import type { SectionLink } from '../../components/sections.tsx'
import { ErrorState } from '../../components/states.tsx'
import { failureText, hasCode } from '../../lib/api-error.ts'
import { takeFocus } from '../../lib/focus.ts'
import {
  useActivitySources,
  useCreateSource,
  useDeleteSource,
  useReplaceSecret,
  useSaveSource,
} from './api.ts'
import { SourceForm } from './source-form.tsx'
import { type SourceAction, SourceList } from './source-list.tsx'

const texts = messages.activity

type Chosen = { action: SourceAction; source: ActivitySource }

/** The Git servers that send what people do, and a form for another one. */
export function ActivitySources({ heading: { id, title } }: { heading: SectionLink }) {
  const { data, isPending, refetch } = useActivitySources()
  const create = useCreateSource()
  const isWaiting = usePlaceholder(isPending)
  const [made, setMade] = useState<NewActivitySource | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  function finish(sentence: string, next: NewActivitySource | null = null) {
    setChosen(null)
    setMade(next)
    setDone(sentence)
    takeFocus(heading.current, { preventScroll: true })
  }

  return (
    <Section id={id} title={title} about={texts.about} headingRef={heading}>
      {done && (
        <Alert key={done} variant="success" onDismiss={() => setDone(null)}>
          {done}
        </Alert>
      )}
      {isWaiting ? (
        <Placeholder>
          <Skeleton width="14rem" />
        </Placeholder>
      ) : !data ? (
        <ErrorState plain message={texts.loadFailed} onRetry={() => void refetch()} />
      ) : data.data.length === 0 ? (
        <p className="text-body-secondary">{texts.none}</p>
      ) : (
        <SourceList sources={data.data} onAction={(action, source) => setChosen({ action, source })} />
      )}
      {made ? (
        <div className="form">
          <Alert variant="success">{texts.made}</Alert>
          <PasteInto source={made} takesFocus />
          <CopiedText label="Secret" text={made.secret} button="Copy secret" />
          <div className="form-buttons">
            <button type="button" className="btn btn-secondary" onClick={() => setMade(null)}>
              Done
            </button>
          </div>
        </div>
      ) : (
        <SourceForm
          submitLabel="Add source"
          save={async input => {
            const source = await create.mutateAsync(input)
            setDone(null)
            setMade(source)
          }}
        />
      )}
      {chosen && (
        <ChosenAction
          key={`${chosen.action} ${chosen.source.id}`}
          chosen={chosen}
          onClose={() => setChosen(null)}
          onDone={sentence => finish(sentence, made?.id === chosen.source.id ? null : made)}
          onSecret={source => {
            setChosen(null)
            setDone(null)
            setMade(source)
          }}
        />
      )}
    </Section>
  )
}

/** The address, and where to paste it. */
function PasteInto({
  source: { kind, address },
  takesFocus = false,
}: {
  source: ActivitySource
  takesFocus?: boolean
}) {
  return (
    <>
      <p>{texts.pasteInto[kind]}</p>
      <CopiedText label="Address" text={address} button="Copy address" takesFocus={takesFocus} />
    </>
  )
}

type ChosenActionProps = {
  chosen: Chosen
  onClose: () => void
  onDone: (sentence: string) => void
  onSecret: (source: NewActivitySource) => void
}

function ChosenAction({ chosen: { action, source }, onClose, onDone, onSecret }: ChosenActionProps) {
  const save = useSaveSource(source.id)
  const replace = useReplaceSecret()
  const remove = useDeleteSource()
  if (action === 'address')
    return (
      <Dialog title={source.name} onClose={onClose}>
        <PasteInto source={source} takesFocus />
      </Dialog>
    )
  if (action === 'edit')
    return (
      <Dialog title="Edit source" busy={save.isPending} onClose={onClose}>
        <SourceForm
          source={source}
          submitLabel="Save"
          save={input => save.mutateAsync(input).then(({ name }) => onDone(texts.sourceSaved(name)))}
          onCancel={onClose}
        />
      </Dialog>
    )
  if (action === 'secret')
    return (
      <Confirm
        title="Create a new secret"
        confirmLabel="Create a new secret"
        busyLabel="Creating..."
        busy={replace.isPending}
        onConfirm={() => replace.mutate(source.id, { onSuccess: onSecret })}
        onCancel={onClose}
      >
        {replace.error && <Alert variant="danger">{failureText(replace.error, texts.secretFailed)}</Alert>}
        {texts.secretQuestion(source.name)}
      </Confirm>
    )
  const isGone = hasCode(remove.error, 'activity_source_not_found')
  return (
    <Confirm
      title="Delete source"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(source.id, {
          onSuccess: ({ msg }) => onDone(msg),
          onError: error => {
            if (hasCode(error, 'activity_source_not_found')) onDone(texts.sourceDeleted(source.name))
          },
        })
      }
      onCancel={onClose}
    >
      {remove.error && !isGone && (
        <Alert variant="danger">{failureText(remove.error, texts.deleteFailed)}</Alert>
      )}
      {texts.deleteQuestion(source.name)}
    </Confirm>
  )
}
