export { EditReportPage } from './edit-report-page.tsx'
export { NewReportPage } from './new-report-page.tsx'
