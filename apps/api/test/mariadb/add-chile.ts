import type { Connection } from 'mysql2/promise'

/** From 2022 on: the hour goes back in April and forward in September. */
const changes = [
  ['2022-04-03T03:00:00Z', 1],
  ['2022-09-11T04:00:00Z', 0],
  ['2023-04-02T03:00:00Z', 1],
  ['2023-09-03T04:00:00Z', 0],
  ['2024-04-07T03:00:00Z', 1],
  ['2024-09-08T04:00:00Z', 0],
  ['2025-04-06T03:00:00Z', 1],
  ['2025-09-07T04:00:00Z', 0],
  ['2026-04-05T03:00:00Z', 1],
  ['2026-09-06T04:00:00Z', 0],
] as const

/** Teaches a server the time zone of Santiago, as the tables of all zones would. */
export async function addChile(owner: Connection): Promise<void> {
  await owner.query(`insert into mysql.time_zone (use_leap_seconds) values ('N');
    set @zone = last_insert_id();
    insert into mysql.time_zone_name (name, time_zone_id) values ('America/Santiago', @zone);
    insert into mysql.time_zone_transition_type
      (time_zone_id, transition_type_id, \`offset\`, is_dst, abbreviation)
      values (@zone, 0, -3 * 3600, 1, '-03'), (@zone, 1, -4 * 3600, 0, '-04')`)
  for (const [instant, type] of changes) {
    await owner.query(
      `insert into mysql.time_zone_transition (time_zone_id, transition_time, transition_type_id)
        values (@zone, ?, ?)`,
      [Date.parse(instant) / 1000, type],
    )
  }
}
