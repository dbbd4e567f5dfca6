import { limits } from '#shared/limits.ts'

/** In how many days a report can be edited. The server marks its page where the operator has set another number. */
export const editWindowDays = () => Number(document.documentElement.dataset.editDays ?? limits.editWindowDays)
