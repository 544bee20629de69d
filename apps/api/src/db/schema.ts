/** Every capability's tables in one place, for the migrations. */
export * from '../accounts/links-tables.ts'
export * from '../auth/sessions-tables.ts'
export * from '../import/loads-tables.ts'
export * from '../sales/sales-tables.ts'
export * from '../throttle/throttle-tables.ts'
export * from '../users/users-tables.ts'
