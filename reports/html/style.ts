/** The style sheet of the HTML report. Colours come in pairs checked for contrast, light and dark; print is black on white. */
export const style = `
:root{color-scheme:light dark;--ink:#1b1f24;--quiet:#57606a;--paper:#fff;--panel:#f6f8fa;--line:#d0d7de;--link:#0550ae;
--pass:#116329;--fail:#a40e26;--warn:#7d4e00;--inconclusive:#6639ba;--observed:#57606a;--skipped:#57606a;--mark:#fff1a8}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--quiet:#9da7b1;--paper:#0d1117;--panel:#161b22;--line:#3d444d;--link:#79c0ff;
--pass:#56d364;--fail:#ff8f88;--warn:#e3b341;--inconclusive:#d2a8ff;--observed:#9da7b1;--skipped:#9da7b1;--mark:#5c4700}}
*{box-sizing:border-box}
body{margin:0 auto;padding:0 1rem 3rem;max-width:76rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
code,pre{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:.875em;overflow-wrap:anywhere}
pre{margin:.25rem 0;padding:.5rem;max-height:30rem;overflow:auto;white-space:pre-wrap;background:var(--panel);border:1px solid var(--line);border-radius:4px}
mark{background:var(--mark);color:inherit;outline:2px solid var(--fail);border-radius:2px}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:.75rem 0;border-bottom:1px solid var(--line)}
.skip{position:absolute;left:-100vw}.skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.5rem}
h1{margin:0;font-size:1.75rem;line-height:1.25;overflow-wrap:anywhere}h2{margin:2.5rem 0 .5rem}h3{margin:1.5rem 0 .5rem}h4{margin:0;font-size:1.05rem}h5{margin:.75rem 0 .25rem;font-size:1rem}
.verdict{margin:1.25rem 0;padding:1rem 1.25rem;background:var(--panel);border:1px solid var(--line);border-left:.6rem solid var(--quiet);border-radius:4px}
.verdict.conforming{border-left-color:var(--pass)}.verdict.nonconforming{border-left-color:var(--fail);border-left-style:double}.verdict.inconclusive{border-left-color:var(--inconclusive);border-left-style:dashed}
.conforming h1{color:var(--pass)}.nonconforming h1{color:var(--fail)}.inconclusive h1{color:var(--inconclusive)}
.verdict p{margin:.5rem 0;overflow-wrap:anywhere}.reason{font-size:1.2rem}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;color:var(--quiet);font-size:.9rem}
.mark,.counts li{white-space:nowrap;font-weight:600}
.mark.pass,.counts .pass,.glyph.pass{color:var(--pass)}.mark.fail,.counts .fail,.glyph.fail{color:var(--fail)}.mark.warn,.counts .warn,.glyph.warn{color:var(--warn)}
.mark.inconclusive,.counts .inconclusive,.glyph.inconclusive{color:var(--inconclusive)}.mark.observed,.mark.skipped,.counts .observed,.counts .skipped{color:var(--quiet)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}caption{text-align:left;color:var(--quiet);padding:.25rem 0}
th,td{padding:.4rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}tbody th{font-weight:400}
.compliance tbody th,tfoot th{font-weight:600}tfoot tr{border-top:2px solid var(--line)}
.counts{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:0 .75rem;font-size:.875rem}
.none{color:var(--quiet)}
.bar{display:block;max-width:100%}.bar rect{fill:var(--skipped);stroke:none}.bar .pass{fill:var(--pass)}.bar .fail{fill:var(--fail);stroke:var(--ink);stroke-width:1.5}
.bar .warn{fill:var(--warn);stroke:var(--ink);stroke-width:1;stroke-dasharray:2}.bar .inconclusive{fill:var(--inconclusive)}.bar .skipped{opacity:.45}
details{margin:.4rem 0}summary{cursor:pointer;overflow-wrap:anywhere}
.ids{columns:22rem;margin:.25rem 0 .75rem}.ids li{overflow-wrap:anywhere}
.card{margin:1rem 0;padding:.75rem 1rem;border:1px solid var(--line);border-left:.4rem solid var(--quiet);border-radius:4px}
.card.fail{border-left-color:var(--fail);border-left-style:double}.card.warn{border-left-color:var(--warn)}.card.inconclusive{border-left-color:var(--inconclusive);border-left-style:dashed}
.card p{overflow-wrap:anywhere}.source{margin:.25rem 0 .5rem;color:var(--quiet);font-size:.9rem}
.finding{margin:.75rem 0;padding-top:.5rem;border-top:1px solid var(--line)}.message{margin:.25rem 0;font-weight:600}
dl{margin:.25rem 0}dl div{display:grid;grid-template-columns:7rem 1fr;gap:.5rem;padding:.1rem 0}dt{color:var(--quiet)}dd{margin:0;min-width:0;overflow-wrap:anywhere}
.expected code{border-bottom:2px solid var(--pass)}.received code{border-bottom:2px dashed var(--fail)}
.command code{display:block;padding:.25rem .5rem;background:var(--panel);border-radius:4px;white-space:pre-wrap;user-select:all}
.message-part{margin:.5rem 0 .5rem .75rem}.part-title,.line{margin:.4rem 0 .1rem;font-size:.9rem}.part-title{color:var(--quiet)}
.events{margin:.25rem 0;padding:0;list-style:none}.events li{padding:.25rem .5rem;border-left:3px solid var(--line)}.events .offending{border-left:6px double var(--fail)}
.events pre{margin:.1rem 0}.when,.number{color:var(--quiet);font-size:.875rem}.offending strong{color:var(--fail)}
.choice{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:.5rem 0;border:1px solid var(--line);border-radius:4px}
:target{outline:3px solid var(--link);outline-offset:-2px}
section:has(#show-pass:checked) tbody tr:not(.pass),section:has(#show-fail:checked) tbody tr:not(.fail),section:has(#show-warn:checked) tbody tr:not(.warn),
section:has(#show-observed:checked) tbody tr:not(.observed),section:has(#show-inconclusive:checked) tbody tr:not(.inconclusive),section:has(#show-skipped:checked) tbody tr:not(.skipped){display:none}
footer{margin-top:3rem;border-top:1px solid var(--line);color:var(--quiet);font-size:.9rem}
@media (max-width:44rem){.compliance thead{position:absolute;left:-100vw}.compliance,.compliance caption,.compliance tbody,.compliance tfoot,.compliance tr,.compliance th{display:block}
.compliance td{display:grid;grid-template-columns:4.5rem 1fr;border:0;padding:.15rem .6rem}.compliance td::before{content:attr(data-name);color:var(--quiet)}.compliance td ul{grid-column:2}.compliance th{border:0}.compliance tr{border-bottom:1px solid var(--line)}
.requirements thead{position:absolute;left:-100vw}.requirements tr,.requirements td,.requirements tbody th{display:block;border:0;padding:.1rem .25rem}
.requirements tr{padding:.5rem 0;border-bottom:1px solid var(--line)}.requirements,.requirements tbody,.requirements caption{display:block}dl div{grid-template-columns:1fr;gap:0}.requirements td:empty{display:none}}
@media print{:root{color-scheme:light;--ink:#000;--quiet:#333;--paper:#fff;--panel:#fff;--line:#999;--link:#000;--mark:#eee;--pass:#000;--fail:#000;--warn:#000;--inconclusive:#000}
nav,.skip,.choice{display:none}pre{max-height:none}.card,tr{break-inside:avoid}}
`
