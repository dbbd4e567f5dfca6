import { type ChangeEvent, type DragEvent, type FormEvent, useRef, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Role } from '#shared/roles.ts'
import { paths } from '../../app/paths.ts'
import { SelectField, TextAreaField } from '../../components/fields.tsx'
import { CancelLink } from '../../components/form.tsx'
import { useFirstField } from '../../components/page.tsx'
import { lineOf } from './import-lines.ts'
import { parsePeople } from './parse-people.ts'
import { RoleOptions } from './role-options.tsx'
import type { ImportState } from './use-import-draft.ts'

type ImportPasteProps = {
  state: ImportState
  projectNames: readonly string[]
  teamNames: readonly string[]
  mayAdd: (role: Role) => boolean
  onChange: (part: Partial<ImportState>) => void
}

const example = `Jane Doe <jane@example.com>
bob.ray@example.com
Ann Lee, ann@example.com, Designer, Website; Mobile App`

/** The first step: reads lines from a pasted text or a file. */
export function ImportPaste({ state, projectNames, teamNames, mayAdd, onChange }: ImportPasteProps) {
  const [error, setError] = useState<string>()
  const textarea = useFirstField<HTMLTextAreaElement>()
  const file = useRef<HTMLInputElement>(null)

  function fail(sentence: string) {
    setError(sentence)
    textarea.current?.focus()
  }

  function read(text: string) {
    // The text is unchanged after Back, so the edited lines are kept.
    if (text === state.readText && state.lines.length > 0) return onChange({ isReviewing: true })
    const { people, ignored } = parsePeople(text, projectNames, teamNames)
    if (people.length === 0) return fail(messages.users.importNothingRead)
    if (people.length > limits.importMax) return fail(messages.users.importListTooLong(people.length))
    onChange({ readText: text, lines: people.map(lineOf), ignored, decisions: {}, isReviewing: true })
  }

  async function readFile(chosen: File | undefined) {
    if (!chosen) return
    if (chosen.size > limits.jsonBodyBytes) return fail(messages.users.importFileTooLarge)
    try {
      const text = await readTextFile(chosen)
      onChange({ text })
      read(text)
    } catch {
      fail(messages.users.importFileUnreadable)
    }
  }

  function handleFile({ target }: ChangeEvent<HTMLInputElement>) {
    void readFile(target.files?.[0])
    // Without this, choosing the same file again would fire no change event.
    target.value = ''
  }

  function handleDrop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void readFile(event.dataTransfer.files[0])
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    read(state.text)
  }

  return (
    <form className="form card card-body import-paste" noValidate onSubmit={handleSubmit}>
      <TextAreaField
        ref={textarea}
        label="People"
        help={`Paste one person per line: name, email, role, projects${teamNames.length > 0 ? ', teams' : ''}. Only the email is required. Or choose a CSV file.`}
        rows={10}
        placeholder={example}
        spellCheck={false}
        autoComplete="off"
        value={state.text}
        error={error}
        onChange={event => {
          setError(undefined)
          onChange({ text: event.target.value })
        }}
        onDrop={handleDrop}
      />
      <DefaultRole role={state.defaultRole} mayAdd={mayAdd} onChange={onChange} />
      <div className="form-buttons">
        <CancelLink to={paths.users()} busy={false} />
        <input
          ref={file}
          type="file"
          hidden
          aria-label="CSV file"
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          onChange={handleFile}
        />
        <button type="button" className="btn btn-secondary" onClick={() => file.current?.click()}>
          Choose CSV file
        </button>
        <button type="submit" className="btn btn-primary">
          Continue
        </button>
      </div>
    </form>
  )
}

type DefaultRoleProps = {
  role: Role | ''
  mayAdd: (role: Role) => boolean
  onChange: (part: Partial<ImportState>) => void
}

export function DefaultRole({ role, mayAdd, onChange }: DefaultRoleProps) {
  return (
    <SelectField
      label="Default role"
      value={role}
      onChange={event => onChange({ defaultRole: event.target.value as Role | '' })}
    >
      <option value="">None</option>
      <RoleOptions offers={mayAdd} />
    </SelectField>
  )
}

/** Spreadsheets write UTF-8, UTF-16 or the Windows code page 1252. */
async function readTextFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
