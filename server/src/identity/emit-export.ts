import type { Context } from '../context.ts'
import { type Exported, emit } from '../events/event.ts'
import type { SignedIn } from '../http/plugins/access.ts'
import { actAs } from './acting-user.ts'

/** Emits that a user exports data, before the first byte is sent: a file that can't be recorded is not made. */
export const emitExport = (ctx: Context, reader: SignedIn, exported: Exported): Promise<void> =>
  actAs(ctx, reader, 'signedIn', (trx, acting) => emit(ctx, trx, acting, { kind: 'export.made', exported }))
