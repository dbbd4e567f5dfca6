import { useQuery } from '@tanstack/react-query'
import { getSetupState } from './api.ts'

/** Whether the first account can still be made. */
export function useSetupState() {
  return useQuery({ queryKey: ['setup'], queryFn: ({ signal }) => getSetupState(signal) })
}
