import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import { dataDir } from '../portal-server.ts'

const mailbox = join(dataDir, 'mailbox')

/** The address in the newest letter to this person with this subject, once it has come. */
export async function linkInLetter(to: string, subject: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const text = await newestLetter(to, subject)
      link = /https?:\/\/\S+[?&](?:token|code)=[\w-]+/.exec(text ?? '')?.[0]
      return link
    })
    .toBeDefined()
  return link ?? ''
}

/** The first address in the newest letter to this person with such a subject, once it has come. */
export async function addressInLetter(to: string, subject: RegExp): Promise<string> {
  let address: string | undefined
  await expect
    .poll(async () => {
      address = /https?:\/\/\S+/.exec((await newestLetter(to, subject)) ?? '')?.[0]
      return address
    })
    .toBeDefined()
  return address ?? ''
}

async function newestLetter(to: string, subject: string | RegExp): Promise<string | undefined> {
  const names = existsSync(mailbox) ? readdirSync(mailbox).toSorted().reverse() : []
  for (const name of names) {
    const letter = await PostalMime.parse(readFileSync(join(mailbox, name)))
    const isMeant =
      typeof subject === 'string' ? letter.subject === subject : subject.test(letter.subject ?? '')
    if (letter.to?.[0]?.address === to && isMeant) return letter.text
  }
  return undefined
}
