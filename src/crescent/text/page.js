// Steps through the pictures: puts into each group of the SVG the markup that it has at a ply. Knows no rules.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const { fragments, first, changes, status } = JSON.parse(byId("data").textContent);
  const groups = [...document.querySelectorAll("g.group")];
  const last = changes.length;
  const pause = 700; // milliseconds between two pictures that play by themselves

  // What each change overwrites, so that the way back is as short as the way on.
  const undone = [];
  const wanted = [...first];
  for (const change of changes) {
    const before = [];
    for (let at = 0; at < change.length; at += 2) {
      before.push(change[at], wanted[change[at]]);
      wanted[change[at]] = change[at + 1];
    }
    undone.push(before);
  }

  const shown = [...first];
  let ply = 0;
  let timer = 0;
  wanted.splice(0, wanted.length, ...first);

  const apply = (change) => {
    for (let at = 0; at < change.length; at += 2) wanted[change[at]] = change[at + 1];
  };

  const show = (number) => {
    const target = Math.min(Math.max(number, 0), last);
    while (ply < target) apply(changes[ply++]);
    while (ply > target) apply(undone[--ply]);
    wanted.forEach((fragment, at) => {
      if (fragment !== shown[at]) groups[at].innerHTML = fragments[fragment];
      shown[at] = fragment;
    });
    byId("status").textContent = status[ply];
    byId("slider").value = String(ply);
    byId("first").disabled = byId("back").disabled = ply === 0;
    byId("forward").disabled = byId("end").disabled = ply === last;
    document.body.dataset.ply = String(ply);
    if (ply === last) stop();
  };

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    byId("play").setAttribute("aria-pressed", "false");
  };

  const play = () => {
    if (timer) return stop();
    if (ply === last) show(0);
    if (last === 0) return undefined;
    byId("play").setAttribute("aria-pressed", "true");
    timer = setInterval(() => show(ply + 1), pause);
    return undefined;
  };

  const go = (number) => {
    stop();
    show(number);
  };

  byId("first").addEventListener("click", () => go(0));
  byId("back").addEventListener("click", () => go(ply - 1));
  byId("play").addEventListener("click", play);
  byId("forward").addEventListener("click", () => go(ply + 1));
  byId("end").addEventListener("click", () => go(last));
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));

  const keys = {
    ArrowLeft: () => go(ply - 1),
    ArrowRight: () => go(ply + 1),
    PageUp: () => go(ply - 10),
    PageDown: () => go(ply + 10),
    Home: () => go(0),
    End: () => go(last),
    " ": play,
  };
  document.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    const onButton = event.key === " " && event.target instanceof HTMLButtonElement;
    if (!action || onButton || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  });

  const named = () => {
    const found = /^#(\d{1,9})$/.exec(location.hash);
    go(found ? Number(found[1]) : ply);
  };
  addEventListener("hashchange", named);
  named();
})();
