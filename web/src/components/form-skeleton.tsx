import type { ReactNode } from 'react'
import { Placeholder, Skeleton } from './skeleton.tsx'

/** A form to come, as high as it will be. */
export function FormSkeleton({ children }: { children: ReactNode }) {
  return (
    <Placeholder>
      <div className="form">
        {children}
        <div className="form-buttons">
          <span className="btn btn-primary held-back">Save</span>
        </div>
      </div>
    </Placeholder>
  )
}

export function FieldSkeleton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="field">
      <span className="form-label choices-label">{label}</span>
      {children}
    </div>
  )
}

export const SelectSkeleton = () => <div className="form-select">&nbsp;</div>

export const ChoiceSkeleton = ({ width }: { width: string }) => (
  <div className="choice">
    <Skeleton width={width} />
  </div>
)
