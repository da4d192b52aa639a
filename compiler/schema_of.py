"""The schema of a program: its names, where things lie, and every point it can stop at, for whoever runs the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from rulewright.compiler.layout import Layout, type_info
from rulewright.compiler.passes.walk import everything
from rulewright.dsl import ir
from rulewright.dsl.made_up import made_up
from rulewright.dsl.pipeline import LANGUAGE
from rulewright.runtime.schema import (
    BinderInfo,
    BranchInfo,
    ClassInfo,
    NeedInfo,
    PointInfo,
    ResultInfo,
    Schema,
    TypeInfo,
    ZoneInfo,
)


@frozen
class _Things:
    """What is looked up by name: classes, zones, and the numbers of fields."""

    classes: Mapping[str, ir.Class]
    zones: Mapping[str, ZoneInfo]
    fields: Mapping[str, int]

    @staticmethod
    def of(program: ir.Program, layout: Layout) -> _Things:
        numbers = {f.name: n for n, f in enumerate(program.fields)}
        return _Things({c.name: c for c in program.classes}, layout.zones, numbers)


def schema_of(program: ir.Program, layout: Layout) -> Schema:
    """What the program says about itself. `entries` maps the path of each block where running can begin to its number
    among them, in order of appearance."""
    nodes = list(_nodes(program))
    tells = [n for n in nodes if isinstance(n, ir.Tell) and n.zone is None]
    things = _Things.of(program, layout)
    types = {type_info(things.classes, n.type): None for n in tells if n.value is not None and n.type is not None}
    return Schema(
        name=program.name,
        title=program.title,
        language=LANGUAGE,
        text_hash=program.text_hash,
        players=program.players,
        options=dict(program.options),
        variants=program.variants,
        classes=tuple(
            ClassInfo(c.name, c.title or c.name, c.sort, c.members, c.titles, c.components)
            for c in program.classes
            if not made_up(c.name)
        ),
        fields=tuple(layout.fields[f.name] for f in program.fields),
        zones=tuple(layout.zones[z.name] for z in program.zones),
        points=_points(things, nodes),
        results=_results(nodes),
        texts=tuple(dict.fromkeys(n.text for n in tells)),
        types=tuple(types),
        cells=layout.cells,
        entries={path: number for number, path in enumerate(layout.prepared.entries)},
    )


def _nodes(program: ir.Program) -> Iterator[Any]:
    yield from everything(program.setup)
    yield from everything(program.flow)
    for body in (u.body for units in (program.procedures, program.whens, program.watches) for u in units):
        yield from everything(body)


def _points(things: _Things, nodes: list[Any]) -> tuple[PointInfo, ...]:
    points: dict[int, PointInfo] = {}
    for n in nodes:
        if isinstance(n, ir.Choose):
            points[n.id] = _decision(things, n)
        elif isinstance(n, ir.Sample):
            points[n.id] = _chance(things, n)
    return tuple(point for _, point in sorted(points.items()))


def _decision(things: _Things, choose: ir.Choose) -> PointInfo:
    branches: list[BranchInfo] = []
    first = 0
    for b in choose.branches:
        binders = tuple(_binder(things, binder) for binder in b.binders)
        needs = tuple(NeedInfo(n.name, n.reason, str(n.span)) for n in b.needs)
        branches.append(BranchInfo(b.name, b.label, binders, needs, first, b.size))
        first += b.size
    keeper = things.fields.get(choose.keeper, -1)
    about = tuple(type_info(things.classes, named.type) for named in choose.about)
    line = str(choose.span)
    return PointInfo(choose.id, choose.prompt, choose.path, line, tuple(branches), keeper=keeper, about=about)


def _binder(things: _Things, binder: ir.Binder) -> BinderInfo:
    domain = binder.domain
    low = domain.least if isinstance(domain, ir.RangeDomain) else 0
    printed, zone = _member(things, domain)
    return BinderInfo(printed, low, binder.size, zone)


def _member(things: _Things, domain: ir.Domain) -> tuple[TypeInfo, str]:
    """How to print a member of a domain: its type, and the zone if it is an element code of one."""
    match domain:
        case ir.RangeDomain():
            return TypeInfo("number", low=domain.least, high=domain.least + domain.most - 1), ""
        case ir.ClassDomain() | ir.SetDomain():
            return type_info(things.classes, ir.Name(domain.cls)), ""
        case ir.ZoneDomain():
            zone = things.zones[domain.zone.zone]
            return type_info(things.classes, ir.Name(zone.cls)), zone.name


def _chance(things: _Things, sample: ir.Sample) -> PointInfo:
    printed, zone = TypeInfo("number"), ""
    match sample.source:
        case ir.Roll():
            source = f"d{sample.source.sides}"
            printed = TypeInfo("number", low=1, high=sample.source.sides)
        case ir.RollKind():
            source = sample.source.cls
            printed = type_info(things.classes, ir.Name(sample.source.cls))
        case ir.TopOf():
            source = sample.source.zone.zone
            printed, zone = _member(things, ir.ZoneDomain(sample.source.zone))
        case ir.AnyOf():
            printed, zone = _member(things, sample.source.domain)
            source = zone or printed.cls or "number"
    return PointInfo(sample.id, "", "", str(sample.span), chance=True, source=source, type=printed, zone=zone)


def _results(nodes: list[Any]) -> tuple[ResultInfo, ...]:
    found = {n.id: ResultInfo(n.reason, str(n.span)) for n in nodes if isinstance(n, ir.Result)}
    return tuple(found.get(n, ResultInfo("", "")) for n in range(max(found, default=-1) + 1))
