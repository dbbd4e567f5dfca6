import cloud from 'bootstrap-icons/icons/cloud-arrow-up.svg?raw'
import { type ChangeEvent, useRef } from 'react'
import { Icon } from '../../components/icon.tsx'

type UploadButtonProps = { projectName: string; onFiles: (files: Iterable<File>) => void }

export function UploadButton({ projectName, onFiles }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null)

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    onFiles([...(target.files ?? [])])
    // The same file chosen again is a change again.
    target.value = ''
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={`Upload files to ${projectName}`}
        onChange={handleChange}
      />
      <button
        type="button"
        className="btn btn-secondary btn-sm icon-link"
        onClick={() => input.current?.click()}
      >
        <Icon svg={cloud} />
        Upload
      </button>
    </>
  )
}
