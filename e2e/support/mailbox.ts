import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import { dataDir } from '../portal-server.ts'

const mailbox = join(dataDir, 'mailbox')

const ACCOUNT_LINK = /https?:\/\/\S+[?&](?:token|code)=[\w-]+/
const ANY_LINK = /https?:\/\/\S+/

interface Choice {
  /** Waits for an email with another link than this one. */
  otherThan?: string
}

/** The account link in the newest email to this person with this subject, once it has come. */
export function linkInEmail(to: string, subject: string, choice?: Choice): Promise<string> {
  return findLink(to, (found) => found === subject, ACCOUNT_LINK, choice)
}

/** The first address in the newest email to this person with such a subject, once it has come. */
export function addressInEmail(to: string, subject: RegExp): Promise<string> {
  return findLink(to, (found) => subject.test(found), ANY_LINK)
}

async function findLink(
  to: string,
  isMeant: (subject: string) => boolean,
  pattern: RegExp,
  { otherThan = '' }: Choice = {},
): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      link = pattern.exec(await newestEmail(to, isMeant))?.[0] ?? ''
      return link !== '' && link !== otherThan
    })
    .toBe(true)
  return link
}

async function newestEmail(to: string, isMeant: (subject: string) => boolean): Promise<string> {
  const names = existsSync(mailbox) ? readdirSync(mailbox).toSorted().reverse() : []
  for (const name of names) {
    const email = await PostalMime.parse(readFileSync(join(mailbox, name)))
    if (email.to?.[0]?.address === to && isMeant(email.subject ?? '')) return email.text ?? ''
  }
  return ''
}
