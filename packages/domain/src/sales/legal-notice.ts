/** In the footer of the web and of every page of a statement (docs/specification.md §1.13). */
export const legalNotice =
  'Los valores que muestra este portal pueden contener errores. En caso de diferencia, prevalecen los valores registrados en la contabilidad de la cooperativa.'
