import { limits } from '../limits.ts'
import { roles } from '../roles.ts'

export const user = {
  nameRequired: 'Name is required',
  nameTooShort: `Name must be at least ${limits.nameMin} characters`,
  emailRequired: 'Email is required',
  emailInvalid: 'Invalid email address',
  passwordRequired: 'Password is required',
  passwordTooShort: `Password must be at least ${limits.passwordMin} characters`,
  confirmPasswordRequired: 'Confirm password is required',
  passwordsMustMatch: 'Passwords must match',
  roleRequired: 'Role is required',
  notFound: 'User not found',
  lastAdmin: 'This is the last admin. Make someone else an admin first.',
  ownRole: "You can't change your own role.",
  ownAccount: "You can't delete your own account.",
  roleUnknown: `Role must be one of ${roles.join(', ')}`,
} as const
