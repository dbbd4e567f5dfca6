import {
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
  // biome-ignore lint/style/noRestrictedImports: the one place that has it from there
  useForm as useHookForm,
} from 'react-hook-form'

/**
 * React Hook Form without its own focus handling. That runs in a timer, when a quick user may already be in the next field.
 * Instead, a dialog focuses its first field as it opens, and `useSubmit` focuses the first invalid field.
 */
export function useForm<Values extends FieldValues, Context = unknown, Checked = Values>(
  props: UseFormProps<Values, Context, Checked>,
) {
  const form = useHookForm<Values, Context, Checked>({ ...props, shouldFocusError: false })
  return form as UseFormReturn<Values, Context, Checked> & { setFocus: never }
}
