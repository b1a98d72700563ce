"use client";

import { useFormatter, useTranslations } from "next-intl";
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Scatter,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { RhythmPoint } from "@/lib/use-cases/silence/read-rhythm";

const TICK = { fill: "var(--ink-faint)", fontSize: 11 };
const BOX = {
  background: "var(--raised)",
  border: "1px solid var(--line-strong)",
  borderRadius: 6,
  color: "var(--ink)",
  fontSize: 12,
};

/** Colours are the tokens of the theme, so that light and dark follow the page. */
export function RhythmChart({ points }: { points: readonly RhythmPoint[] }) {
  const t = useTranslations("rhythm");
  const format = useFormatter();
  const data = points.map((point) => ({
    ...point,
    band: [point.low, point.high],
    silence: point.silent ? point.records : null,
  }));
  const number = (value: unknown): string =>
    Array.isArray(value) ? value.map(number).join(" – ") : format.number(Number(value), { maximumFractionDigits: 1 });
  const time = (at: unknown) => format.dateTime(new Date(Number(at)), { dateStyle: "short", timeStyle: "short" });
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={data} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis
          dataKey="atMs"
          type="number"
          scale="time"
          domain={["dataMin", "dataMax"]}
          tick={TICK}
          tickFormatter={(at) => format.dateTime(new Date(at), { day: "numeric", month: "short", hour: "numeric" })}
          minTickGap={48}
          stroke="var(--line-strong)"
        />
        <YAxis width={40} allowDecimals={false} tick={TICK} stroke="var(--line-strong)" />
        <Tooltip contentStyle={BOX} formatter={number} labelFormatter={time} />
        <Area
          name={t("usual")}
          dataKey="band"
          type="monotone"
          fill="var(--accent-soft)"
          stroke="var(--accent-line)"
          isAnimationActive={false}
        />
        <Line
          name={t("records")}
          dataKey="records"
          type="linear"
          stroke="var(--accent)"
          strokeWidth={1.75}
          dot={false}
          isAnimationActive={false}
        />
        <Scatter
          name={t("silent")}
          dataKey="silence"
          fill="var(--danger-solid)"
          shape="diamond"
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  );
}
