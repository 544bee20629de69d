import { parseSync, Visitor } from 'rolldown/utils'
import { type LanguageProblem, languageProblems } from '../../e2e/support/screen-language.ts'
import type { Repository } from '../source/read-repository.ts'

interface ScreenText {
  line: number
  /** Gaps are '…'. */
  text: string
}

interface FoundText extends ScreenText, LanguageProblem {
  file: string
}

const isScreenFile = /^(?:apps\/(?:web|api)\/src|packages\/domain\/src)\/.*\.tsx?$/
/** Tests; the command line, which says 'usted' to operators; metrics; answers that the wire fixes word for word. */
const isOther =
  /\.test\.tsx?$|\/testing\/|^apps\/api\/src\/(?:carpeta\.ts|(?:backup|cli|config|db|observability)\/|http\/(?:errors\.ts|csrf\/))/

/** The texts of screens and emails that are not Spanish, or do not say 'tú'. */
export function foreignTexts(repository: Repository): FoundText[] {
  return [...repository]
    .filter(([file]) => isScreenFile.test(file) && !isOther.test(file))
    .flatMap(([file, source]) =>
      screenTexts(file, source).flatMap(({ line, text }) =>
        languageProblems(text).map((found) => ({ file, line, text, ...found })),
      ),
    )
}

/** The texts of a program that people read: of elements, of their attributes, and sentences. */
export function screenTexts(file: string, source: string): ScreenText[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const texts: ScreenText[] = []
  const technical = new Set<unknown>()
  const add = (start: number, raw: string, isShown: boolean) => {
    const text = raw.replace(/\s+/g, ' ').trim()
    if (!/\p{L}{2}/u.test(text) || !(isShown || isSentence(text))) return
    texts.push({ line: source.slice(0, start).split('\n').length, text })
  }
  new Visitor({
    ImportDeclaration: ({ source: from }) => technical.add(from),
    ExportNamedDeclaration: ({ source: from }) => technical.add(from),
    ExportAllDeclaration: ({ source: from }) => technical.add(from),
    TSLiteralType: ({ literal }) => technical.add(literal),
    TaggedTemplateExpression: ({ quasi }) => technical.add(quasi),
    NewExpression: ({ callee, arguments: values }) => {
      const isError = callee.type === 'Identifier' && /Error$/.test(callee.name)
      if (isError) for (const value of values) technical.add(value)
    },
    JSXOpeningElement: ({ name, attributes }) => {
      if (name.type !== 'JSXIdentifier' || !/(?:Field|Input|input)$/.test(name.name)) return
      // The name of a field is a key of the form.
      for (const each of attributes)
        if (each.type === 'JSXAttribute' && each.name.name === 'name') technical.add(each.value)
    },
    JSXAttribute: ({ name, value }) => {
      if (technical.has(value)) return
      const isShown = name.type === 'JSXIdentifier' && shownAttributes.test(name.name)
      if (value?.type !== 'Literal') return
      technical.add(value)
      if (isShown) add(value.start, String(value.value), true)
    },
    JSXText: ({ start, value }) => add(start, value, true),
    Literal: (literal) => {
      if (typeof literal.value === 'string' && !technical.has(literal))
        add(literal.start, literal.value, false)
    },
    TemplateLiteral: (template) => {
      if (technical.has(template)) return
      add(template.start, template.quasis.map(({ value }) => value.cooked).join('…'), false)
    },
  }).visit(program)
  return texts
}

const shownAttributes =
  /^(?:aria-label|aria-description|aria-roledescription|aria-valuetext|alt|\w*[tT]itle|\w*[lL]abel|\w*[tT]ext|description|placeholder|hint|help|error|confirm|question|name|children|lead|caption|message|what|action)$/

/** Keys and names of programs begin in lower case, without an accent. */
function isSentence(text: string): boolean {
  return /^[«¿¡"']?\p{Lu}\p{Ll}|[áéíóúñ¿¡]/u.test(text)
}
