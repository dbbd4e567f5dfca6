import { lazily } from '../../lib/lazily.ts'

/** Few sign-ins need it, so it is a file of its own. */
export const SecondStepForm = lazily(() => import('./second-step-form.tsx'))
