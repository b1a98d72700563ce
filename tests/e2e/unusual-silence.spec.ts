import { expect, test } from "../support/journey-browser";
import { enterDemo, HOME } from "../support/journey-steps";

test.use({ instance: { name: "unusual-silence", timeScale: 1, customers: 20 } });

test("a proven silence is drawn beside the usual range, is read as a table, and can be called fine", async ({
  prepared: { merchant, owner },
  visitor: { page, look },
}) => {
  test.setTimeout(240_000);
  const syncId = await merchant.publishSuggested();
  // Forty reads of a busy afternoon, the last twelve of which found nothing.
  await owner`with run as (
      insert into runs (workspace_id, sync_id, lane, publication_id, requested_by, state, verdict, finished_at)
      select workspace_id, id, 'scheduled', live_publication_id, 'schedule', 'succeeded', 'proven_quiet', now() from syncs where id = ${syncId}
      returning id, workspace_id, sync_id)
    insert into walks (workspace_id, sync_id, run_id, lane, kind, state, verdict, t0, started_at, finished_at, arrived, expected, silence, silence_limit)
    select workspace_id, sync_id, id, 'scheduled', 'updated', 'judged', 'healthy', now(), at, at,
      case when n < 28 then 6 + n % 5 else 0 end, 8, case when n < 28 then 0 else (n - 27) * 6 end, 30
    from run, generate_series(0, 39) n, lateral (select now() - (40 - n) * interval '15 minutes' as at) t`;
  await owner`insert into silence_states (sync_id, workspace_id, state)
    select id, workspace_id, jsonb_build_object('version', 1, 'hours', to_jsonb(array_fill(1, array[24])), 'weekdays', to_jsonb(array_fill(10, array[7])),
      'a', 9000, 'b', 12, 'lastRecordMs', epoch_ms(now() - interval '3 hours'), 'countedToMs', epoch_ms(now()), 'rho', 0.4, 'rhoUntilMs', null,
      'fineSinceMs', null, 'today', null)
    from syncs where id = ${syncId}
    on conflict (sync_id) do update set state = excluded.state`;
  await owner`insert into findings (workspace_id, sync_id, kind, severity, evidence)
    select workspace_id, id, 'sync.unusually_silent', 'warning',
      jsonb_build_object('sinceMs', epoch_ms(now() - interval '3 hours'), 'expected', 72, 'limit', 30) from syncs where id = ${syncId}`;
  await enterDemo(page);
  await page.goto(`${HOME}/syncs/${syncId}`);
  const silence = page.getByRole("region", { name: "Proven, but unusually silent" });
  await expect(silence).toContainText("No record has changed since");
  const chart = page.getByRole("img", {
    name: /Line of records a run over the last 40 reads.*8 were unusually silent/,
  });
  await expect(chart.locator("svg").first()).toBeVisible();
  await page.getByText("Show as a table").click();
  await expect(page.getByRole("region", { name: "Records a run" }).getByRole("row")).toHaveCount(41);
  await look("unusual-silence");
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const { x = 0, width = 0 } = (await silence.boundingBox()) ?? {};
  expect(x + width).toBeLessThanOrEqual(360);
  await look("unusual-silence-phone");
  await silence.getByRole("button", { name: "This was fine" }).click();
  await expect(silence).toBeHidden();
});
