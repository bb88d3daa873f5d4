import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '#server/metrics/metrics.ts';

const ALERTS = 'deploy/prometheus/alerts.yml';
const DASHBOARD = 'deploy/grafana/called-it.json';

const ADDED_LABELS = ['job', 'instance'];
const LINUX_ONLY = ['process_open_fds', 'process_max_fds'];
const FROM_PROMETHEUS = new Map([['up', []], ...LINUX_ONLY.map((name) => [name, []] as const)]);

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}
interface Panel {
  type: string;
  title: string;
  description?: string;
  targets?: { expr: string; legendFormat: string }[];
}

const rules: Rule[] = parse(readFileSync(ALERTS, 'utf8')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);
const dashboard: {
  panels: Panel[];
  templating: { list: { name: string; query: string | { query: string } }[] };
} = JSON.parse(readFileSync(DASHBOARD, 'utf8'));
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const knownLabels = listLabelsByName();

const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

test.each(queries)('%s queries existing metrics and labels: %s', (_, expr) => {
  const query = parseQuery(expr);
  expect(query.metrics).not.toEqual([]);
  const labels = query.metrics.flatMap(
    (name) => knownLabels.get(name) ?? [`${name} is not measured`],
  );
  expect([...ADDED_LABELS, ...labels]).toEqual(expect.arrayContaining(query.labels));
  expect(labels.filter((label) => label.includes(' '))).toEqual([]);
});

test('a legend uses only labels that its query keeps', () => {
  for (const { title, targets = [] } of panels)
    for (const { expr, legendFormat } of targets) {
      const legendLabels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
      expect([...ADDED_LABELS, ...parseQuery(expr).labels], title).toEqual(
        expect.arrayContaining(legendLabels),
      );
    }
});

test('every panel has a query and a description', () => {
  for (const { title, description, targets } of panels) {
    expect(targets?.length, title).toBeGreaterThan(0);
    expect(description, title).toMatch(/\.$/);
  }
});

test("the dashboard's variables use existing metrics", () => {
  const lists = dashboard.templating.list.flatMap(({ query }) =>
    typeof query === 'string' ? [] : [query.query],
  );
  expect(lists.map((query) => /^label_values\((\w+)/.exec(query)?.[1])).toEqual([
    'called_it_build_info',
    'called_it_build_info',
  ]);
});

test('every alert has a severity, a summary and a description', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const rule of rules) {
    expect(['page', 'warn'], rule.alert).toContain(rule.labels.severity);
    expect(rule.annotations.summary, rule.alert).toBeTruthy();
    expect(rule.annotations.description, rule.alert).toMatch(/\.$/);
    expect(rule.for ?? '1m', rule.alert).toMatch(/^\d+m$/);
  }
});

test('every metric of the server is in a panel or an alert', () => {
  const queriedMetrics = new Set(
    queries.flatMap(([, expr]) => parseQuery(expr).metrics.map(toFamilyName)),
  );
  const productMetrics = [...knownLabels.keys()]
    .filter((name) => name.startsWith('called_it_'))
    .map(toFamilyName);
  expect(productMetrics.filter((name) => !queriedMetrics.has(name))).toEqual([]);
});

test('an invalid query and an unknown metric are detected', () => {
  expect(() => parseQuery('sum by (le (rate(up[5m]))')).toThrow('Invalid PromQL');
  expect(parseQuery('rate(nothing_total{a="b"}[5m])')).toEqual({
    metrics: ['nothing_total'],
    labels: ['a'],
  });
  expect(knownLabels.has('nothing_total')).toBe(false);
});

/** Returns the metrics and labels in a query. @throws Error if it is not PromQL */
function parseQuery(query: string): { metrics: string[]; labels: string[] } {
  const expr = query.replaceAll('$__rate_interval', '1m');
  const metrics: string[] = [];
  const labels: string[] = [];
  parser.parse(expr).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) throw new Error(`Invalid PromQL at ${from}: ${query}`);
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector')
        metrics.push(expr.slice(from, to));
      if (type.name === 'LabelName') labels.push(expr.slice(from, to));
    },
  });
  return { metrics, labels };
}

function listLabelsByName(): Map<string, readonly string[]> {
  const metrics = createMetrics();
  metrics.watchSockets(() => 0);
  metrics.watchRedis({ isConnected: () => true, isRejectingWrites: () => false });
  metrics.watchBackups(async () => ({ nightly: null, afterBackup: null }));
  metrics.watchPool({ totalCount: 0, idleCount: 0, waitingCount: 0, options: { max: 1 } });
  const names = new Map<string, readonly string[]>(FROM_PROMETHEUS);
  for (const metric of metrics.registry.getMetricsAsArray()) {
    const { name, type, labelNames = [] } = metric as unknown as Described;
    if (String(type) !== 'histogram') names.set(name, labelNames);
    else
      for (const part of ['_bucket', '_sum', '_count'])
        names.set(name + part, part === '_bucket' ? ['le', ...labelNames] : labelNames);
  }
  return names;
}

interface Described {
  name: string;
  type: unknown;
  labelNames?: string[];
}

function toFamilyName(name: string): string {
  return name.replace(/_(?:bucket|sum|count)$/, '');
}
