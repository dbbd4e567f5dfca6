import mime from 'mime'
import { extensionOf, isPreviewable } from '#shared/contract/files.ts'

// The type sent is chosen by us from the extension, never taken from the uploader.

/** What lists say a file is. */
export function getMimeType(fileName: string): string {
  return mime.getType(fileName) ?? 'application/octet-stream'
}

const text = 'text/plain; charset=utf-8'

/** Types that differ in a preview: shown as plain text instead of being offered for download. */
const previewTypes: Record<string, string> = {
  txt: text,
  md: text,
  csv: text,
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
}

/** No script, no access to our origin, nothing loaded from elsewhere: an uploaded page is a picture of itself. */
const sandbox =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
/** The browser's PDF viewer does not start in a sandbox; the type is forced, so nothing else can run. */
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
