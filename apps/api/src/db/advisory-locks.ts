// Every advisory lock of the portal. A new lock takes the next number and none changes its meaning:
// two versions of the portal may share a database.

/** One process migrates at a time. */
export const MIGRATION_LOCK = 72_010_001
/** Shared by every process that uses the embedded database; the last one stops it. */
export const EMBEDDED_DATABASE_LOCK = 72_010_002
/** One portal serves from a data folder. */
export const PORTAL_LOCK = 72_010_003
/** With a worker's name: held while that worker runs. */
export const WORKER_LOCK = 72_010_004
/** Audit entries are chained one after the other, by the job and by a trigger of the baseline. */
export const AUDIT_CHAIN_LOCK = 72_010_005
/** Superusers change accounts one after the other. */
export const SUPERUSERS_LOCK = 72_010_006
/** One import runs at a time. */
export const IMPORT_LOCK = 72_010_007
/** With a member's id: a member's drafts are saved one after the other. */
export const DRAFTS_LOCK = 72_010_008
/** One process creates the embedded database. */
export const CREATE_DATABASE_LOCK = 72_010_009
/** With a member's id: a member's payments are reported one after the other. */
export const PAYMENT_REPORTS_LOCK = 72_010_010
/** Held while a backup runs; shared for an instant before a stored file is removed. */
export const BACKUP_LOCK = 72_010_011
/** Shared by every process that serves the portal or runs its jobs; a restore needs it alone. */
export const RUNNING_LOCK = 72_010_012
// 72_010_013 was version 1.1.0's, for partitions of the audit log.
/** With a sale's id: its payments in accounting are told apart one after the other, reported from online. */
export const RECORDED_PAYMENTS_LOCK = 72_010_014
/** Shared by every process that serves the portal. */
export const SERVING_LOCK = 72_010_015
/** Shared by every process that runs jobs. */
export const WORKING_LOCK = 72_010_016
/** Shared while a payment report is confirmed; the end of the undo of a load needs it alone. */
export const CONFIRMATIONS_LOCK = 72_010_017
