// Lists the failures again at the end of the run, after minutes of output.
import { stripVTControlCharacters } from 'node:util'

const MESSAGE_LINES = 12

/** The failed tests of Vitest's JSON report and the files that did not load. */
export function vitestFailures(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && file.status === 'failed') return [describe(file.name, file.message)]
    return failed.map((test) =>
      describe(`${file.name} › ${test.fullName}`, test.failureMessages.join('\n')),
    )
  })
}

/** The failed stories of Playwright's JSON report and the errors of its start. */
export function storyFailures(report) {
  const stories = (report?.suites ?? []).flatMap(specsWithin).filter((spec) => !spec.ok)
  return [
    ...(report?.errors ?? []).map((error) => describe('end to end', error.message)),
    ...stories.map((spec) => {
      const errors = spec.tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))
      return describe(`${spec.file}:${spec.line} › ${spec.title}`, errors[0]?.message)
    }),
  ]
}

function specsWithin(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsWithin)]
}

function describe(name, message) {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  return [`✗ ${name}`, ...lines.slice(0, MESSAGE_LINES).map((line) => `    ${line}`)].join('\n')
}
