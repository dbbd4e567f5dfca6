import {
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
  // biome-ignore lint/style/noRestrictedImports: the one place that has it from there
  useForm as useHookForm,
} from 'react-hook-form'

/**
 * The form library's, which moves no focus by itself: it does so in a timer, when a quick user is in the next field
 * already. A dialog focuses its first field as it opens, and `useSubmit` leads to the first that is wrong.
 */
export function useForm<Values extends FieldValues, Context = unknown, Checked = Values>(
  props: UseFormProps<Values, Context, Checked>,
) {
  const form = useHookForm<Values, Context, Checked>({ ...props, shouldFocusError: false })
  return form as UseFormReturn<Values, Context, Checked> & { setFocus: never }
}
