#!/usr/bin/env python3
"""Compares `cardfit-cli evidence` with the scorer of the published measurements, class by class.

  against_scorer.py CARDFIT_CLI PROJECT_FOLDER

The scorer lies beside the project (../shared/evidence/score, or CARDFIT_SHARED); where it does not, the test is
skipped (exit 77). Two things are made equal first: the scorer gives models as the catalog names them (it would take a
config.json of another publisher where one lies nearer), and intervals of a total over several cards grow as the total.
"""
import contextlib, importlib.machinery, importlib.util, io, json, os, subprocess, sys

SKIPPED = 77
RENAMED = {'activation peak': 'activations', 'activation': 'activations', 'weights + activations': 'weights-and-activations',
           'other figure': 'other'}
FIGURES = (('n', 'n'), ('incomplete', 'gaps'), ('no_answer', 'no_answer'), ('median', 'median'), ('p90', 'p90'), ('within10', 'within10'),
           ('within20', 'within20'), ('bias', 'bias'), ('median_of_groups', 'median_of_groups'), ('interval', 'coverage'), ('width', 'width'))
WITHOUT_INTERVAL = ('weights', 'kv-tokens', 'all')  # the scorer knows none for the first two, so its total is another


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
        return json.load(file)['runs']


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
            if (a is None) != (b is None) or (a is not None and abs(a - b) > 1e-9):
                yield f'{key}: {ours} is {b}, the scorer has {a}'


def main():
    cli, project = sys.argv[1], sys.argv[2]
    wrong = 0
    for kind, every in (('memory', True), ('memory', False), ('startups', True)):
        scorer, folder = scorer_of(project)
        expected, found = scored(scorer, folder, project, cli, kind, every), shown(cli, kind, every)
        lines = list(differences(kind, expected, found))
        wrong += len(lines)
        print(f'{kind}{"" if every else ", core"}: {found["all"]["n"]} figures in {len(found) - 1} classes, {len(lines)} differences')
        print('\n'.join('  ' + line for line in lines))
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
