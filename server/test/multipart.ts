type Part = { name?: string; filename?: string; type?: string; content: string | Buffer }

export const boundary = 'x-daily-report-boundary'

/** A multipart body as a browser's form sends it, for `multipart/form-data; boundary=…`. */
export function multipart(parts: Part[]): Buffer {
  const chunks = parts.flatMap(({ name = 'projectFile', filename, type, content }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
    `${type ? `content-type: ${type}\r\n` : ''}\r\n`,
    content,
    '\r\n',
  ])
  return Buffer.concat([...chunks, `--${boundary}--\r\n`].map(chunk => Buffer.from(chunk)))
}

/** Body and headers of a request that uploads one file. */
export function fileUpload(filename: string, content: string | Buffer) {
  return {
    payload: multipart([{ filename, content }]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
