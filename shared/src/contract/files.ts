import * as z from 'zod/mini'
import { added } from './replies.ts'

/** The extensions of files that a browser can show. All others are downloaded. */
export const previewableExtensions = [
  'pdf',
  'jpg',
  'jpeg',
  'png',
  'gif',
  'svg',
  'txt',
  'csv',
  'md',
  'html',
  'htm',
] as const

export function extensionOf(fileName: string): string {
  const [, extension = ''] = /\.([^.]+)$/.exec(fileName) ?? []
  return extension.toLowerCase()
}

export function isPreviewable(fileName: string): boolean {
  return (previewableExtensions as readonly string[]).includes(extensionOf(fileName))
}

export const fileReply = z.object({
  id: z.number(),
  file_name: z.string(),
  file_type: z.string(),
  file_size: added(z.number(), 0),
  pendingDeletion: z.boolean(),
  /** The name of the user. */
  uploaded_by: added(z.string(), ''),
  created_at: added(z.string(), ''),
})
export type ProjectFile = z.infer<typeof fileReply>

export const filesReply = z.array(fileReply)

/** `blurred` is true if the resource was marked for deletion, and false if it was deleted. */
export const removalReply = z.object({ msg: added(z.string(), ''), blurred: z.boolean() })

/** The form that opens a file in a new tab. A form can't set headers, so the token is a field. */
export const openFileForm = z.object({ token: z.optional(z.string()), preview: z.optional(z.string()) })
