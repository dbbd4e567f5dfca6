/** Without letters and digits that look alike. */
const letters = '23456789abcdefghijkmnpqrstuvwxyz'
const groupLength = 4

/** A code that people type, with five bits of each byte: `ab3d-k7xq`. */
export function typedCode(bytes: Uint8Array): string {
  const typed = Array.from(bytes, byte => letters[byte % letters.length]).join('')
  return typed.match(new RegExp(`.{1,${groupLength}}`, 'g'))?.join('-') ?? ''
}

/** Capital letters, and spaces and hyphens or none, are the same code. */
export const bareCode = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, '')
