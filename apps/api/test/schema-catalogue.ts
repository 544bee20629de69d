import type pg from 'pg'

/** Everything that makes a schema, a line each: tables, columns, constraints, functions, triggers, rights … */
export async function schemaCatalogue(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query(catalogue)
  return rows.map(({ line }) => asRead(line))
}

/** PostgreSQL writes an expression with other casts and parentheses once a dump of it was loaded. */
function asRead(line: string): string {
  return line.replaceAll(/::(character varying|text|bpchar)(\[\])?/g, '').replaceAll(/[()]/g, '')
}

// Without the order of columns, and without the names of NOT NULL constraints, which only PostgreSQL 18 has.
const catalogue = `
  with schemas as (
    select oid, nspname from pg_namespace where nspname in ('public', 'graphile_worker', 'drizzle')
      or nspname like 'audit%'
  ), relations as (
    select pg_class.*, oid::regclass::text as name from pg_class
    where relnamespace in (select oid from schemas) and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  ), functions as (
    select pg_proc.*, oid::regprocedure::text as name from pg_proc
    where pronamespace in (select oid from schemas) and not exists (
      select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  )
  select concat_ws(' ', 'schema', nspname) as line from schemas
  union all select concat_ws(' ', 'extension', extname) from pg_extension
  union all select concat_ws(' ', 'relation', name, relkind, relpersistence, relrowsecurity, relforcerowsecurity,
      relispartition, reloptions::text, relowner::regrole)
    from relations
  union all select concat_ws(' ', 'column', name, attname, format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' end, nullif(attidentity, ''), nullif(attgenerated, ''),
      pg_get_expr(adbin, adrelid), nullif(attcollation, 0)::regcollation, attacl::text)
    from relations join pg_attribute on attrelid = relations.oid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v', 'c')
  union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace in (select oid from schemas) and contype <> 'n'
  union all select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisunique, indisvalid, indisclustered)
    from pg_index where indrelid in (select oid from relations)
  union all select concat_ws(' ', 'sequence', name, format_type(seqtypid, null), seqstart, seqincrement, seqmin,
      seqmax, seqcache, seqcycle, (select concat_ws(' ', refobjid::regclass, deptype) from pg_depend
        where classid = 'pg_class'::regclass and objid = seqrelid and refobjsubid > 0))
    from pg_sequence join relations on relations.oid = seqrelid
  union all select concat_ws(' ', 'view', name, pg_get_viewdef(oid)) from relations where relkind = 'v'
  union all select concat_ws(' ', 'type', oid::regtype, typtype) from pg_type
    where typnamespace in (select oid from schemas) and typtype in ('e', 'd')
  union all select concat_ws(' ', 'function', name, pg_get_functiondef(oid)) from functions where prokind = 'f'
  union all select concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid), tgenabled)
    from pg_trigger join relations on relations.oid = tgrelid where not tgisinternal
  union all select concat_ws(' ', 'policy', polrelid::regclass, polname, polcmd, polpermissive,
      array(select oid::regrole from unnest(polroles) as oid), pg_get_expr(polqual, polrelid),
      pg_get_expr(polwithcheck, polrelid))
    from pg_policy
  union all select concat_ws(' ', 'right', name, privilege_type, grantee::regrole, is_grantable)
    from relations, aclexplode(coalesce(relacl,
      acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner)))
    where relkind in ('r', 'p', 'v', 'S')
  union all select concat_ws(' ', 'right', name, privilege_type, grantee::regrole, is_grantable)
    from functions, aclexplode(coalesce(proacl, acldefault('f', proowner)))
  union all select concat_ws(' ', 'right', nspname, privilege_type, grantee::regrole, is_grantable)
    from pg_namespace, aclexplode(coalesce(nspacl, acldefault('n', nspowner)))
    where oid in (select oid from schemas)
  order by 1`
