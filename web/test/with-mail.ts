import { onTestFinished } from 'vitest'

/** As the server marks the page where mail is set up. */
export function withMail() {
  const { dataset } = document.documentElement
  dataset.mail = ''
  onTestFinished(() => {
    delete dataset.mail
  })
}
