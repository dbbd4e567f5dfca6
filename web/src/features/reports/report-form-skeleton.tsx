import { Placeholder, Skeleton } from '../../components/placeholders.tsx'
import './report-form.scss'

export function ReportFormSkeleton() {
  return (
    <Placeholder>
      <div className="report-form card">
        <div className="report-section">
          <Skeleton width="15rem" />
          <Shape isArea />
        </div>
        <div className="report-section">
          <Skeleton width="4rem" />
          <div className="task-rows">
            <fieldset className="task-row">
              <legend>&nbsp;</legend>
              <div className="task-row-fields">
                <div className="task-row-project">
                  <Shape />
                </div>
                <div className="task-row-words">
                  <Shape />
                </div>
                <div className="hours-field">
                  <Shape />
                </div>
              </div>
            </fieldset>
            <Skeleton width="6rem" height="2rem" />
          </div>
        </div>
        <div className="report-section report-texts">
          <Shape isArea />
          <Shape isArea />
        </div>
        <div className="report-bar">
          <Skeleton width="9rem" />
        </div>
      </div>
    </Placeholder>
  )
}

const Shape = ({ isArea = false }: { isArea?: boolean }) => (
  <div className="field">
    <Skeleton width="6rem" />
    <div className={`report-shape ${isArea ? 'report-shape-area' : ''}`} />
  </div>
)
