/** As far as it is used here: the package comes without types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  type SwaggerUi = {
    preauthorizeApiKey(scheme: string, value: string): void
    authActions: { logout(schemes: string[]): void }
  }
  export default function swaggerUi(options: Record<string, unknown>): SwaggerUi
}
