import mime from 'mime'
import { extensionOf, isPreviewable } from '#shared/contract/files.ts'

// The content type is derived from the extension, and never taken from the uploader.

/** The type that lists show. */
export function getMimeType(fileName: string): string {
  return mime.getType(fileName) ?? 'application/octet-stream'
}

const text = 'text/plain; charset=utf-8'

/** Types in a preview that differ from those in lists. Browsers would download Markdown and CSV instead of showing them. */
const previewTypes: Record<string, string> = {
  txt: text,
  md: text,
  csv: text,
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
}

/** An uploaded page runs no script, has no access to our origin and loads nothing from other servers. */
const sandbox =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
/** Browsers don't start their PDF viewer in a sandbox. The type is forced, so that the file is never run as anything else. */
const pdfPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

export type Presentation = { disposition: 'inline' | 'attachment'; type: string; policy: string }

export function getPresentation(fileName: string, wantsPreview: boolean): Presentation {
  if (!wantsPreview || !isPreviewable(fileName)) {
    return { disposition: 'attachment', type: 'application/octet-stream', policy: sandbox }
  }
  const extension = extensionOf(fileName)
  return {
    disposition: 'inline',
    type: previewTypes[extension] ?? getMimeType(fileName),
    policy: extension === 'pdf' ? pdfPolicy : sandbox,
  }
}
