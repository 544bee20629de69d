import type { Month } from '@carpeta/domain/dates/months'
import type { AnswerTemplateForm } from '@carpeta/domain/requests/answer-template-rules'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, scalar, sql } from '../db/query.ts'
import { titleOf } from '../procedures/procedures-store.ts'

/** An event that closed a request, and the dates that its time is computed from. */
export interface UntimedAnswer {
  eventId: number
  answeredAt: Date
  /** Since when staff had all that they needed: the sending, the last reply, or the reopening. */
  startedAt: Date
  /** When staff asked the member for something and were still waiting. */
  askedAt: Date | null
  answerHours: number
  answerDays: number | null
  sentAt: Date
  extendedAt: Date | null
}

/** Answers whose time is not recorded, newest first. @param requestId null for those of all requests */
export function listUntimedAnswers(
  db: Database | Transaction,
  { requestId, before, limit }: { requestId: number | null; before: number | null; limit: number },
): Promise<UntimedAnswer[]> {
  return many<UntimedAnswer>(
    db,
    sql`select answer.id as event_id, answer.at as answered_at,
        coalesce(start.at, requests.sent_at) as started_at, asked.at as asked_at,
        answer_hours, answer_days, sent_at, extended_at
      from request_events answer
      join requests on requests.id = answer.request_id
      left join lateral (
        ${lastBefore(sql`kind in ('sent', 'filed', 'reopened', 'replied', 'responded')`)}) start on true
      left join lateral (${lastBefore(sql`kind = 'asked'`)}) asked on asked.id > coalesce(start.id, 0)
      where answer.kind in ('resolved', 'rejected')
        and (${requestId}::integer is null or requests.id = ${requestId}::integer)
        and (${before}::integer is null or answer.id < ${before}::integer)
        and not exists (select from answer_times where event_id = answer.id)
      order by answer.id desc limit ${limit}`,
  )
}

/** The last of these events before the answer. */
function lastBefore(kinds: SQL): SQL {
  return sql`select id, at from request_events
    where request_id = answer.request_id and id < answer.id and (${kinds})
    order by id desc limit 1`
}

/** The first record stays: another process may have written it meanwhile. */
export async function insertAnswerTime(
  db: Database | Transaction,
  time: { eventId: number; dueAt: Date | null; workedMinutes: number },
): Promise<void> {
  await exec(db, sql`insert into answer_times ${sql.insert(time)} on conflict do nothing`)
}

export interface AnswersOf {
  /** Null for the whole period. */
  month: Month | null
  /** Null for all procedures. */
  procedureId: number | null
  title: string
  answered: number
  onTime: number
  late: number
  meanMinutes: number | null
  medianMinutes: number | null
}

/**
 * The answers of some months, by month and procedure, with their sums. An answer counts in the month in
 * which it closed the request, even if the request was reopened later. As in the queue, late is later than
 * `due_at`.
 */
export function countAnswers(
  db: Database,
  { from, to }: { from: Month; to: Month },
): Promise<AnswersOf[]> {
  return many<AnswersOf>(
    db,
    sql`with answers as (
        select date_trunc('month', at at time zone 'America/Santiago') as closed_in, procedure_id,
          event_id is not null as is_timed, coalesce(answer_times.due_at < at, false) as is_late,
          worked_minutes
        from request_events
        join requests on requests.id = request_id
        left join answer_times on event_id = request_events.id
        where kind in ('resolved', 'rejected')
          and at >= ${`${from}-01`}::timestamp at time zone 'America/Santiago'
          and at < (${`${to}-01`}::timestamp + interval '1 month') at time zone 'America/Santiago'
      ), figures as (
        select to_char(closed_in, 'YYYY-MM') as month, procedure_id, count(*) as answered,
          count(*) filter (where is_timed and not is_late) as on_time,
          count(*) filter (where is_late) as late,
          round(avg(worked_minutes))::integer as mean_minutes,
          round((percentile_cont(0.5) within group (order by worked_minutes))::numeric)::integer
            as median_minutes
        from answers
        group by grouping sets ((), (closed_in), (procedure_id), (closed_in, procedure_id))
      )
      select * from (
        select figures.*, coalesce(${titleOf(sql`figures.procedure_id`)}, '') as title
        from figures) titled
      order by month nulls first, procedure_id is not null, spanish_order(title) collate "C",
        procedure_id`,
  )
}

/** The latest answer of a request, and whether it helped the member. */
export function findRating(
  tx: Transaction,
  requestId: number,
): Promise<{ eventId: number; helped: boolean | null } | null> {
  return maybeOne(
    tx,
    sql`select id as event_id, helped
      from request_events left join answer_ratings on event_id = id
      where request_id = ${requestId} and kind in ('resolved', 'rejected')
      order by id desc limit 1`,
  )
}

export async function saveRating(tx: Transaction, eventId: number, helped: boolean): Promise<void> {
  await exec(
    tx,
    sql`insert into answer_ratings (event_id, helped) values (${eventId}, ${helped})
      on conflict (event_id) do update set helped = excluded.helped, rated_at = now()`,
  )
}

interface ProcedureRatings {
  procedureId: number
  title: string
  answers: number
  helped: number
  notHelped: number
}

/** The resolutions since this month of last year and their ratings, by procedure: a rejection is not rated. */
export function listProcedureRatings(db: Database): Promise<ProcedureRatings[]> {
  return many<ProcedureRatings>(
    db,
    sql`with counted as (
        select procedure_id, count(*) as answers, count(*) filter (where helped) as helped,
          count(*) filter (where not helped) as not_helped
        from request_events
        join requests on requests.id = request_id
        left join answer_ratings on event_id = request_events.id
        where kind = 'resolved' and at >= date_trunc('month',
          now() at time zone 'America/Santiago' - interval '1 year') at time zone 'America/Santiago'
        group by procedure_id)
      select * from (
        select counted.*, ${titleOf(sql`counted.procedure_id`)} as title from counted) titled
      order by spanish_order(title) collate "C", procedure_id`,
  )
}

export interface AnswerTemplate extends AnswerTemplateForm {
  id: number
  version: number
}

const templateColumns = sql`id, title, body, version`

export function listTemplates(db: Database): Promise<AnswerTemplate[]> {
  return many<AnswerTemplate>(
    db,
    sql`select ${templateColumns} from answer_templates
      order by spanish_order(title) collate "C", id`,
  )
}

/** Serialises writers, so that a title found free stays free. */
export async function lockTemplates(tx: Transaction): Promise<void> {
  await exec(tx, sql`lock table answer_templates in share row exclusive mode`)
}

export function countTemplates(tx: Transaction): Promise<number> {
  return scalar(tx, sql`select count(*) from answer_templates`)
}

export function findTemplate(tx: Transaction, id: number): Promise<AnswerTemplate | null> {
  return maybeOne<AnswerTemplate>(
    tx,
    sql`select ${templateColumns} from answer_templates where id = ${id}`,
  )
}

export async function isTitleTaken(
  tx: Transaction,
  title: string,
  exceptId: number | null,
): Promise<boolean> {
  const others = await exec(
    tx,
    sql`select from answer_templates where title = ${title} and id is distinct from ${exceptId}`,
  )
  return others > 0
}

export function insertTemplate(
  tx: Transaction,
  { title, body }: AnswerTemplateForm,
): Promise<AnswerTemplate> {
  return one<AnswerTemplate>(
    tx,
    sql`insert into answer_templates (title, body) values (${title}, ${body})
      returning ${templateColumns}`,
  )
}

export function updateTemplate(
  tx: Transaction,
  id: number,
  { title, body }: AnswerTemplateForm,
): Promise<AnswerTemplate> {
  return one<AnswerTemplate>(
    tx,
    sql`update answer_templates set title = ${title}, body = ${body}, version = version + 1
      where id = ${id} returning ${templateColumns}`,
  )
}

export async function removeTemplate(tx: Transaction, id: number): Promise<void> {
  await exec(tx, sql`delete from answer_templates where id = ${id}`)
}
