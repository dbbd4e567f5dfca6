import * as z from 'zod/mini'
import { messages } from '../messages.ts'

/** The sentences for checks that name none of their own: zod/mini ships without any. */
z.config({
  customError: issue => {
    const path = issue.path?.map(String).join('.') || 'The request'
    if (issue.input === undefined || issue.input === null) return messages.field.required(path)
    if (issue.code === 'invalid_format' && issue.format === 'email') return messages.field.email(path)
    return messages.field.invalid(path)
  },
})
