/**
 * What Bootstrap brings and no page uses: left out of the built style sheets. The build fails when a page, or a rule that
 * stays, names one of them (vite.config.ts): then take it out of this list.
 */
export const unusedBootstrap = {
  classes: `
    alert-heading alert-link alert-primary alert-secondary btn-check btn-close-white btn-info btn-lg btn-link
    btn-outline-danger btn-outline-info btn-outline-primary btn-outline-secondary btn-outline-success
    btn-outline-warning btn-success btn-warning card-footer card-group card-header card-header-pills
    card-header-tabs card-img card-img-bottom card-img-overlay card-img-top card-link card-subtitle card-text
    card-title col-form-label col-form-label-lg col-form-label-sm form-check-inline form-check-reverse
    form-control-color form-control-lg form-control-plaintext form-control-sm form-select-lg form-select-sm
    form-switch icon-link-hover mb-0 mb-1 mb-2 mb-3 mb-4 mb-5 mb-auto me-0 me-1 me-3 me-4 me-5 me-auto ms-0 ms-1
    ms-3 ms-4 ms-5 ms-auto mt-0 mt-1 mt-4 mt-5 mt-auto pagination-lg pagination-sm progress-bar-animated
    progress-bar-striped progress-stacked spinner-grow spinner-grow-sm text-black text-black-50 text-body-emphasis
    text-body-tertiary text-center text-end text-info text-muted text-primary text-reset text-secondary text-start
    text-success text-warning text-white text-white-50 visually-hidden-focusable
  `,
  variables: `
    black blue body-bg-rgb border-color-translucent border-radius-2xl border-radius-pill border-radius-xl
    border-style box-shadow box-shadow-lg box-shadow-sm btn-active-shadow btn-box-shadow card-box-shadow cyan
    danger dark-bg-subtle dark-border-subtle dark-text-emphasis emphasis-color-rgb focus-ring-color
    focus-ring-opacity focus-ring-width form-valid-border-color form-valid-color gradient gray gray-100 gray-200
    gray-300 gray-400 gray-500 gray-600 gray-700 gray-800 gray-900 gray-dark green indigo info light-bg-subtle
    light-border-subtle light-text-emphasis link-decoration link-hover-decoration orange pink purple red secondary
    secondary-bg-rgb secondary-color-rgb success teal tertiary-bg-rgb tertiary-color-rgb warning white yellow
  `,
}
