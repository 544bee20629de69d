import { describe, expect, test } from 'vitest'
import { texts } from '../testing/texts.ts'
import {
  type AnnouncementForm,
  announcementErrors,
  audienceLabel,
  exactAudience,
  publishLabel,
  reachSentence,
} from './announcement-rules.ts'

const form: AnnouncementForm = {
  title: 'Corte de agua',
  body: 'El martes no hay agua.',
  audience: 'all',
  project: '',
  condominium: '',
  sends_email: false,
  visible_until: '',
}

const errors = (changes: Partial<AnnouncementForm>) =>
  texts(announcementErrors({ ...form, ...changes }))

describe('an announcement', () => {
  test('needs a title, a text and the names of its audience', () => {
    expect(errors({})).toEqual({})
    expect(errors({ title: ' ', body: '\n', audience: 'condominium' })).toEqual({
      title: 'Ingresa título',
      body: 'Ingresa texto',
      project: 'Elige el proyecto',
      condominium: 'Elige el condominio',
    })
  })

  test.each(['\u202e', '\u200b', '\u0007', '\u2028', '\u2066'])(
    'refuses invisible characters: %j (security 9.26)',
    (sign) => {
      expect(errors({ title: `Corte${sign}de agua` })).toHaveProperty('title')
      expect(errors({ body: `El martes${sign}no hay` })).toHaveProperty('body')
    },
  )

  test('may have lines in its text, not in its title', () => {
    expect(errors({ body: 'Hola:\n\nNo hay agua.' })).toEqual({})
    expect(errors({ title: 'Corte\nde agua' })).toHaveProperty('title')
  })

  test('has limits, in characters', () => {
    expect(errors({ title: '🏠'.repeat(120) })).toEqual({})
    expect(errors({ title: 'a'.repeat(121) })).toEqual({ title: 'Escribe a lo más 120 caracteres' })
    expect(errors({ body: 'a'.repeat(5001) })).toEqual({ body: 'Escribe a lo más 5000 caracteres' })
  })

  test('has a last day that exists', () => {
    expect(errors({ visible_until: '2026-12-31' })).toEqual({})
    expect(errors({ visible_until: '2026-02-30' })).toHaveProperty('visible_until')
  })

  test('is stored without names that its audience does not use', () => {
    const names = { project: 'Altos de Tumbes', condominium: 'Los Boldos' }
    expect(exactAudience({ audience: 'all', ...names })).toMatchObject({ project: '' })
    expect(exactAudience({ audience: 'project', ...names })).toMatchObject({ condominium: '' })
    expect(audienceLabel({ audience: 'condominium', ...names })).toBe(
      'Altos de Tumbes · Los Boldos',
    )
  })
})

test.each([
  [
    { people: 1, emails: 1, without_account: 0 },
    'Lo verá 1 persona en el portal, y 1 recibirá un correo.',
  ],
  [
    { people: 7, emails: 0, without_account: 1 },
    'Lo verán 7 personas en el portal, y 0 recibirán un correo. Otra lo verá cuando active su cuenta.',
  ],
  [
    { people: 0, emails: 0, without_account: 2 },
    'Lo verán 0 personas en el portal, y 0 recibirán un correo. Otras 2 lo verán cuando activen su cuenta.',
  ],
])('the sentence before publishing counts right', (reach, sentence) => {
  expect(reachSentence(reach, true)).toBe(sentence)
})

test.each([
  [{ people: 1240, emails: 0, without_account: 3 }, 'Publicar para 1.240 personas'],
  [{ people: 1, emails: 0, without_account: 0 }, 'Publicar para 1 persona'],
  [{ people: 0, emails: 0, without_account: 2 }, 'Publicar'],
  [undefined, 'Publicar'],
])('of a reach of %j the button that publishes says %s (§12.2304)', (reach, label) => {
  expect(publishLabel(reach)).toBe(label)
})
