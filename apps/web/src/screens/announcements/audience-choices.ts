import type {
  Audience,
  AudienceKind,
  Reach,
} from '@carpeta/domain/announcements/announcement-rules'
import type { AnnouncementReach } from '../../api/announcements/announcements.ts'

/** The value of an audience in a select. */
export function keyOf({ audience, project, condominium }: Audience): string {
  return JSON.stringify([audience, project, condominium])
}

export function audienceOf(key: string): Audience {
  const [audience, project, condominium] = JSON.parse(key) as [AudienceKind, string, string]
  return { audience, project, condominium }
}

export function reachOf(reaches: AnnouncementReach[], key: string): Reach | undefined {
  return reaches.find((reach) => keyOf(reach) === key)
}

interface Choice {
  value: string
  label: string
}

/**
 * All members, then each project with its condominiums. The chosen audience stays a choice although
 * no sale has it any more.
 */
export function audienceChoices(
  reaches: AnnouncementReach[],
  chosen: string,
): (Choice | { group: string; items: Choice[] })[] {
  const known = reachOf(reaches, chosen) || audienceOf(chosen).audience === 'all'
  const all = known ? reaches : [...reaches, audienceOf(chosen)]
  const projects = [...new Set(all.map(({ project }) => project).filter((name) => name !== ''))]
  return [
    { value: keyOf({ audience: 'all', project: '', condominium: '' }), label: 'Todos los socios' },
    ...projects.map((project) => ({
      group: project,
      items: all.filter((each) => each.project === project).map(choiceOf),
    })),
  ]
}

function choiceOf(audience: Audience): Choice {
  const { project, condominium } = audience
  const label = audience.audience === 'project' ? `${project}: todo el proyecto` : condominium
  return { value: keyOf(audience), label }
}
