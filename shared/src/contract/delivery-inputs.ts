import * as z from 'zod/mini'
import { pageQuery } from './fields.ts'

export const deliveriesQuery = z.object(pageQuery())
export type DeliveriesQuery = z.output<typeof deliveriesQuery>
