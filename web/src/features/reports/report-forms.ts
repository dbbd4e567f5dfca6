// One file for both forms, and for what stands in the place of one: they share nearly all, and compress better together.
export { default as EditReportForm } from './edit-report-form.tsx'
export { default as NewReportForm } from './new-report-form.tsx'
export { ReportRefused, TooLate } from './report-refused.tsx'
