import { fileUpload } from '../../../test/multipart.ts'
import { type Cases, idOf, teamOnly } from '../../../test/security/cases.ts'

export const cases: Cases = {
  ids: { files: 'file' },
  makers: ({ call, make, newToken }) => ({
    file: async owner => {
      const { payload, headers } = fileUpload(`${teamOnly}file.txt`, `${teamOnly}content`)
      const token = await newToken(owner)
      const url = `/api/projects/${await make('project', owner)}/files`
      return idOf(
        await call({ method: 'POST', url, payload, headers: { ...headers, 'x-auth-token': token } }),
      )
    },
  }),
}
