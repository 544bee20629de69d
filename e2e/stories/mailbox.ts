import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { dataDir } from '../portal-server.ts'

const mailbox = join(dataDir, 'mailbox')

/** The address in the newest letter to this person with this subject, once it has come. */
export async function linkInLetter(to: string, subject: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(() => {
      link = /https?:\/\/\S+[?&](?:token|code)=[\w-]+/.exec(newestLetter(to, subject) ?? '')?.[0]
      return link
    })
    .toBeDefined()
  return link ?? ''
}

function newestLetter(to: string, subject: string): string | undefined {
  if (!existsSync(mailbox)) return undefined
  return readdirSync(mailbox)
    .toSorted()
    .reverse()
    .map((name) => plainText(readFileSync(join(mailbox, name), 'utf8')))
    .find((letter) => letter.includes(`To: ${to}\n`) && letter.includes(`Subject: ${subject}\n`))
}

/** Undoes quoted-printable as far as addresses need it. */
function plainText(letter: string): string {
  return letter.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
}
