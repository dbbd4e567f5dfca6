/** The package has no types; these cover what is used here. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  type SwaggerUi = {
    preauthorizeApiKey(scheme: string, value: string): void
    authActions: { logout(schemes: string[]): void }
  }
  export default function swaggerUi(options: Record<string, unknown>): SwaggerUi
}
