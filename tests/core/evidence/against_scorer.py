#!/usr/bin/env python3
"""Compares `cardfit-cli evidence` with the scorer of the published measurements, class by class.

  against_scorer.py CARDFIT_CLI PROJECT_FOLDER

The scorer lies beside the project (../shared/evidence/score, or CARDFIT_SHARED); where it does not, the test is
skipped (exit 77). Made equal first: the scorer gives models as the catalog names them (it would take a config.json of
another publisher where one lies nearer), intervals of a total over several cards grow as the total, and that of the
time of a training step is the one of its rate turned round. Rows that the scorer leaves out of its tables (flagged
ones, fleets with separate prefill) are gaps here.
"""
import collections, contextlib, csv, importlib.machinery, importlib.util, io, json, os, subprocess, sys

SKIPPED = 77
RENAMED = {'activation peak': 'activations', 'activation': 'activations', 'weights + activations': 'weights-and-activations',
           'other figure': 'other', 'decode_single': 'decode', 'serve_throughput': 'throughput', 'ttft under load': 'ttft-load',
           'tpot under load': 'tpot-load', 'pretrain': 'train-pretrain', 'full_ft': 'train-full', 'lora': 'train-lora', 'qlora': 'train-qlora'}
FIGURES = (('n', 'n'), ('incomplete', 'gaps'), ('no_answer', 'no_answer'), ('median', 'median'), ('p90', 'p90'), ('within10', 'within10'),
           ('within20', 'within20'), ('bias', 'bias'), ('median_of_groups', 'median_of_groups'), ('interval', 'coverage'), ('width', 'width'))
WITHOUT_INTERVAL = ('weights', 'kv-tokens', 'all')  # the scorer knows none for the first two, so its total is another


TOLERANCE = {'memory': 1e-9, 'startups': 1e-9, 'speed': 1e-5, 'serving': 1e-5}  # answers print speed with six digits


def scorer_of(project):
    for folder in (os.environ.get('CARDFIT_SHARED'), os.path.join(project, '..', 'shared')):
        path = folder and os.path.join(folder, 'evidence', 'score')
        if path and os.path.exists(path):
            sys.dont_write_bytecode = True
            loader = importlib.machinery.SourceFileLoader('score', path)
            scorer = importlib.util.module_from_spec(importlib.util.spec_from_loader('score', loader))
            loader.exec_module(scorer)
            return scorer, os.path.dirname(path)
    sys.exit(SKIPPED)


def runs_of(project, kind):
    with open(os.path.join(project, 'data', 'evidence', kind + '.json')) as file:
        document = json.load(file)
    return document.get('runs') or document['campaigns']


def scored(scorer, folder, project, cli, kind, every):
    """The scorer's table, its models named as in data/evidence: there one run is one line of the scorer's file, in order."""
    runs, plain_interval = runs_of(project, kind), scorer.interval_of
    models = {}
    if kind == 'memory':
        with open(os.path.join(folder, 'memory.jsonl')) as file:
            lines = [json.loads(line) for line in file if line.strip()]
        scenario = scorer.memory_scenario
        names = {line['id']: run.get('scenario', {}).get('model') for line, run in zip(lines, runs)}
        as_named = lambda row, configs: {**scenario(row, []), **({'model': names[row['id']]} if names[row['id']] else {})}
    else:
        order = iter([run['scenario']['model'] for run in runs])
        scorer.model_of = lambda name, configs: next(order)

    def interval(cls, row, answer):
        low, high = plain_interval(cls, row, answer)
        cards = row.get('gpus') or 1
        if low is None or row.get('per') != 'total' or cards < 2:
            return low, high
        total = cls.split()[-1]
        factor = answer['memory']['all_cards'][total] / answer['memory'][total] if total in ('allocated', 'reserved', 'device') else cards
        return low * factor, high * factor

    scorer.interval_of = interval

    class Options:
        configs, json, by, worst, all = [], True, None, 0, every
        rows = os.path.join(folder, 'memory.jsonl' if kind == 'memory' else 'vllm-startups.csv')

    Options.cli = cli
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        if kind == 'memory':
            scorer.run_jsonl(Options, as_named, scorer.memory_value, scorer.measured_bytes, lambda row: every or row.get('core'),
                             lambda row: row.get('group') or row['source']['title'], scorer.memory_incomplete, scorer.memory_class)
        else:
            scorer.run_startups(Options)
    table = json.loads(output.getvalue())
    rows = {RENAMED.get(key, key.replace(' ', '-')): row for key, row in table['classes'].items()}
    return {**rows, 'all': table['all']}


def lines_of(folder):
    with open(os.path.join(folder, 'speed.jsonl')) as file:
        return [json.loads(line) for line in file if line.strip()]


def scored_speed(scorer, folder, project, cli, kind, every):
    """The scorer's table of speed or serving, its models named as in data/evidence, with what it leaves out as gaps."""
    runs, plain_interval, left_out = runs_of(project, kind), scorer.interval_of, collections.Counter()

    def interval(cls, row, answer):
        low, high = plain_interval(cls, row, answer)
        if not low or not scorer.answer_is_training(cls) or row['unit'] != 's/step':
            return low, high
        value = scorer.speed_value(row, answer)[1]
        return value * value / high, value * value / low

    class Options:
        configs, json, by, worst, all = [], True, None, 0, every
        rows = os.path.join(folder, 'speed.jsonl' if kind == 'speed' else 'serving.csv')

    Options.cli = cli
    scorer.interval_of = interval
    output = io.StringIO()
    if kind == 'speed':
        lines = lines_of(folder)
        names = {line['id']: run.get('scenario', {}).get('model') for line, run in zip(lines, runs)}
        left_out.update(line['task'] for line in lines if line.get('flag'))
        scenario = lambda row, configs: {**scorer.speed_scenario(row, []), 'model': names[row['id']]}
        with contextlib.redirect_stdout(output):
            scorer.run_jsonl(Options, scenario, scorer.speed_value, scorer.speed_measured, lambda row: not row.get('flag'),
                             lambda row: row['source']['title'], scorer.speed_incomplete, lambda row, why: row['task'])
    else:
        plain_model = scorer.model_of
        scorer.model_of = lambda name, configs: 'deepseek-ai/DeepSeek-R1' if name == 'nvidia/DeepSeek-R1-NVFP4' else plain_model(name, [])
        with open(Options.rows) as file:
            separate = sum(row['mode'] != 'agg' for row in csv.DictReader(file)) if every else 0
        left_out.update({'ttft under load': separate, 'tpot under load': separate})
        with contextlib.redirect_stdout(output):
            scorer.run_serving(Options)
    table = json.loads(output.getvalue())
    for key, count in left_out.items():
        table['classes'].setdefault(key, {'n': 0, 'incomplete': 0, 'no_answer': 0})['incomplete'] += count
        table['all']['incomplete'] += count
    return {**{RENAMED.get(key, key): row for key, row in table['classes'].items()}, 'all': table['all']}


def shown(cli, kind, every):
    command = [cli, 'evidence', kind, '--json'] + ([] if every else ['--core'])
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return {row['class']: row for row in map(json.loads, lines) if not row['aside']}


def differences(kind, expected, found):
    for key in sorted(set(expected) | set(found)):
        if key not in expected or key not in found:
            yield f'{key}: only in {"the scorer" if key in expected else "cardfit-cli"}'
            continue
        for theirs, ours in FIGURES:
            if ours in ('coverage', 'width') and (key in WITHOUT_INTERVAL or expected[key].get('interval') is None and kind == 'startups'):
                continue
            if key == 'all' and ours == 'median_of_groups':
                continue
            a, b = expected[key].get(theirs), found[key].get(ours)
            if (a is None) != (b is None) or (a is not None and abs(a - b) > TOLERANCE[kind]):
                yield f'{key}: {ours} is {b}, the scorer has {a}'


def main():
    cli, project = sys.argv[1], sys.argv[2]
    wrong = 0
    for kind, every in (('memory', True), ('memory', False), ('startups', True), ('speed', True), ('serving', True), ('serving', False)):
        scorer, folder = scorer_of(project)
        score = scored_speed if kind in ('speed', 'serving') else scored
        expected, found = score(scorer, folder, project, cli, kind, every), shown(cli, kind, every)
        lines = list(differences(kind, expected, found))
        wrong += len(lines)
        print(f'{kind}{"" if every else ", core"}: {found["all"]["n"]} figures in {len(found) - 1} classes, {len(lines)} differences')
        print('\n'.join('  ' + line for line in lines))
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
