import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paragraphsOf, partsOf } from './written-text.ts'

const links = (line: string) => partsOf(line).flatMap(({ address }) => address ?? [])

describe('the text of an announcement', () => {
  test('has paragraphs, and lines in them', () => {
    expect(paragraphsOf('Hola:\n\nEl martes\nno hay agua.\n \n\nSaludos')).toEqual([
      ['Hola:'],
      ['El martes', 'no hay agua.'],
      ['Saludos'],
    ])
  })

  test('links web addresses, without the sign that ends the sentence', () => {
    expect(partsOf('Mira https://municipio.example/corte?zona=2.')).toEqual([
      { text: 'Mira ' },
      { text: 'https://municipio.example/corte?zona=2', address: expect.stringMatching(/zona=2$/) },
      { text: '.' },
    ])
    expect(links('(ver https://es.example/Agua_(Chile))')).toEqual([
      'https://es.example/Agua_(Chile)',
    ])
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,<b>x</b>',
    'ftp://a.example',
    'https://banco.example@robo.example/',
    'https://',
    '<a href="x">',
  ])('links nothing in %s (security 9.27)', (line) => {
    expect(links(line)).toEqual([])
  })

  test('is shown whole, and every link is http(s) (security 9.27)', () => {
    const words = fc.constantFrom('https://a.example/b', 'http://x', 'javascript:', ' ', '.', ')')
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string())), (pieces) => {
        const line = pieces.join('')
        expect(
          partsOf(line)
            .map(({ text }) => text)
            .join(''),
        ).toBe(line)
        for (const link of links(line)) expect(link).toMatch(/^https?:\/\//)
      }),
    )
  })
})
