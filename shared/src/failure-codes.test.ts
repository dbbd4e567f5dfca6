import { expect, test } from 'vitest'
import { codeOf, matchesCode } from '../test/code-of.ts'
import { failureCodes, failureKind, failureMessage } from './failure-codes.ts'

/** Clients compare these codes, so a released code is never renamed or removed. */
const released = `
  absence_not_found absence_overlaps access_token_not_found activity_claim_not_found activity_email_taken activity_login_taken
  activity_source_not_found already_reminded assignee_missing authenticator_app_not_found
  authenticator_app_not_started authenticator_key_lost bad_request blocker_exists blocker_not_found blocker_open
  blocker_resolved body_too_large calendar_address_not_found cannot_lead challenge_ended changes_asked_since
  content_type_unsupported credentials_invalid database_faulty database_unavailable decimal_hours delivery_not_found disk_full
  edit_window_over file_not_found file_store_refused file_store_unavailable file_too_large forbidden headers_too_large holiday_exists
  holiday_not_found hook_refused identity_not_found identity_taken invalid_json invitation_invalid last_admin
  last_way_in mail_not_paused mail_not_set_up mail_refused member_missing method_not_allowed multipart_required
  no_disk_space no_second_step not_found nothing_owed origin_refused overloaded own_account own_report own_role
  own_second_step_missing owner_missing parent_comment_missing passkey_not_found passkey_refused passkeys_unavailable
  password_sign_in_off project_exists project_missing range_not_satisfiable registration_closed report_edited_since
  report_exists report_not_found request_timeout reset_link_invalid review_taken_back reviewed_since search_too_slow
  second_step_failed second_step_kept second_step_needed second_step_required second_step_wrong shutting_down sign_in_again
  sign_in_needed sso_cancelled sso_domain_refused sso_email_missing sso_email_taken sso_email_unverified sso_expired sso_failed
  sso_no_account sso_not_set_up sso_password_needed sso_unavailable task_completed task_not_assigned task_not_found
  task_of_other_project team_exists team_full team_lead_not_found team_member_not_found team_not_found
  team_person_missing token_invalid token_missing token_read_only too_many_activity_codes too_many_attempts too_many_calls too_many_comments
  too_many_files too_many_holidays too_many_leads too_many_passkeys too_many_rows too_many_tokens too_many_urls
  too_many_versions too_many_webhooks unexpected_error unsubscribe_invalid url_marked url_not_found user_exists
  user_has_password user_not_deleted user_not_found validation_failed webhook_delivery_not_found webhook_not_found
  webhook_off written_too_much
`
  .trim()
  .split(/\s+/)

test('the table has all released codes and no others', () => {
  expect([...failureCodes].sort()).toEqual(released)
})

test('a code is snake_case, with the status of a failure and a description that ends with a full stop', () => {
  for (const code of failureCodes) {
    const { status, description } = failureKind(code)
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect([code, status >= 400 && status < 600]).toEqual([code, true])
    expect(description).toMatch(/^[A-Z`].*\.$/)
  }
})

test('no two codes have the same status and message', () => {
  const exampleOf = (code: (typeof failureCodes)[number]) => {
    const { message } = failureKind(code)
    return typeof message === 'string' ? message : message(...(['7'] as never[]))
  }
  for (const code of failureCodes) expect(codeOf(failureKind(code).status, exampleOf(code))).toBe(code)
})

test('messages contain their values', () => {
  expect(failureMessage('report_exists')).toBe('You have already submitted a report for this date')
  expect(failureMessage('edit_window_over', 3)).toBe('Reports can only be edited within 3 days of creation.')
  expect(matchesCode('edit_window_over', 'Reports can only be edited within 5 days of creation.')).toBe(true)
  expect(matchesCode('edit_window_over', 'Not found')).toBe(false)
})
