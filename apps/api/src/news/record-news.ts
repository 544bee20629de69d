import { type CalendarDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { newsOfChange, newsOfInstalments, withoutDoubt } from '@carpeta/domain/news/news-rules'
import type { JobDatabase, Transaction } from '../db/client.ts'
import { listPaidOnline } from '../payments/online-payments.ts'
import { enqueueNextEmails } from './news-emails.ts'
import {
  type FormerVersions,
  insertDocumentNews,
  insertEmails,
  insertLoad,
  insertNews,
  lockPresentLoad,
  readChangedSales,
  readDueInstalments,
  wasNotApproved,
} from './news-store.ts'

interface AppliedLoad {
  loadId: number
  former: FormerVersions
  /** Staff send the emails later, or never. */
  pausesEmails: boolean
}

/**
 * Tells members what a load changed, in the transaction of the load: it is applied with its news and
 * emails, or without both.
 * @returns how many emails were created
 */
export async function recordNews(
  tx: Transaction,
  { loadId, former, pausesEmails }: AppliedLoad,
): Promise<number> {
  const today = todayInSantiago(new Date())
  await insertLoad(tx, loadId, pausesEmails)
  for await (const changed of readChangedSales(tx, former)) {
    const news = changed.flatMap((sale) => {
      const { userId, saleCode, doubtful, before, after, formerCutoff } = sale
      const events = withoutDoubt(newsOfChange(before, after, { formerCutoff, today }), doubtful)
      return events.map((event) => ({ ...event, userId, saleCode }))
    })
    await insertNews(tx, loadId, news)
  }
  await insertDocumentNews(tx, loadId, wasNotApproved(former))
  await tellDueInstalments(tx, loadId, today)
  return createEmails(tx, loadId)
}

/** Tells members of instalments that are due soon or overdue, and of new documents; both belong to the last load. */
export async function recordDueInstalments({ db }: { db: JobDatabase }): Promise<void> {
  await db.transaction(async (tx) => {
    const loadId = await lockPresentLoad(tx)
    if (loadId === null) return
    await tellDueInstalments(tx, loadId, todayInSantiago(new Date()))
    await insertDocumentNews(tx, loadId)
    await createEmails(tx, loadId)
  })
}

async function tellDueInstalments(
  tx: Transaction,
  loadId: number,
  today: CalendarDate,
): Promise<void> {
  for await (const sales of readDueInstalments(tx, today)) {
    const paid = await listPaidOnline(
      tx,
      sales.map(({ saleId }) => saleId),
    )
    const news = sales.flatMap(({ userId, saleId, saleCode, doubtful, ...figures }) => {
      const paidOnline = paid.filter((payment) => payment.saleId === saleId)
      const events = newsOfInstalments({ ...figures, paidOnline }, today)
      return withoutDoubt(events, doubtful).map((event) => ({ ...event, userId, saleCode }))
    })
    await insertNews(tx, loadId, news)
  }
}

async function createEmails(tx: Transaction, loadId: number): Promise<number> {
  const created = await insertEmails(tx, loadId)
  if (created > 0) await enqueueNextEmails(tx, loadId)
  return created
}
