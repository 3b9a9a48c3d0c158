package freshet.demo;

/// The look of the demo sites: one sheet, an accent colour a site, light and dark.
final class DemoStyle {
  private DemoStyle() {}

  static String css(int hue) {
    return """
    :root{--h:%d;--bg:#fbfaf8;--ink:#1d1d1f;--soft:#5b5b63;--line:#e4e1dc;--card:#fff;
      --accent:hsl(var(--h) 52%% 34%%)}
    @media(prefers-color-scheme:dark){:root{--bg:#16171a;--ink:#ececec;--soft:#a5a6ad;
      --line:#2d2f34;--card:#1e2024;--accent:hsl(var(--h) 60%% 74%%)}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--bg);color:var(--ink);
      font:1.05rem/1.6 Georgia,"Noto Serif","Noto Serif CJK JP",serif}
    header,nav,main,footer{max-width:70rem;margin:auto;padding:0 1.25rem}
    header{padding-top:1.6rem;display:flex;gap:.2rem 1rem;align-items:baseline;flex-wrap:wrap}
    .name{font-size:2rem;font-weight:700;letter-spacing:-.01em;color:var(--accent);
      text-decoration:none;line-height:1.2}
    header span,small,.by,footer{color:var(--soft);font-size:.9rem}
    nav{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;padding-top:.6rem;padding-bottom:.6rem}
    nav a{color:inherit;text-decoration:none;font:600 .92rem system-ui,sans-serif}
    nav a:hover,.card:hover h3,aside a:hover{text-decoration:underline}
    main{border-top:3px solid var(--accent);padding-top:.5rem;padding-bottom:2rem}
    a{color:var(--accent)}
    h1{font-size:clamp(1.7rem,4vw,2.6rem);line-height:1.15;margin:.2rem 0 .5rem}
    h2{font:700 1rem system-ui,sans-serif;margin:1.2rem 0 .8rem}
    .cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1.2rem}
    .card{display:flex;flex-direction:column;background:var(--card);color:inherit;
      border:1px solid var(--line);border-radius:10px;overflow:hidden;text-decoration:none;
      padding-bottom:.9rem}
    .card>*{margin:.35rem 1rem 0}.card img{margin:0;width:100%%;height:auto}
    .card h3{font-size:1.2rem;line-height:1.3}
    .card p{font-size:.95rem;line-height:1.5;color:var(--soft);display:-webkit-box;
      -webkit-line-clamp:3;-webkit-box-orient:vertical;overflow:hidden}
    .card small{margin-top:auto;padding-top:.6rem;font-family:system-ui,sans-serif}
    .kicker{font:700 .78rem system-ui,sans-serif;color:var(--accent);letter-spacing:.03em;
      padding-top:.4rem}
    @media(min-width:48rem){.first{grid-column:1/-1;display:grid;grid-template:auto auto 1fr auto/3fr 2fr;
          padding:0}.first>img{grid-row:1/5;height:100%%;object-fit:cover}.first h3{font-size:1.9rem}
          .first small{padding-bottom:.9rem}.first .kicker{padding-top:1rem}
      .first p{font-size:1.1rem;-webkit-line-clamp:6}}
    article{max-width:42rem;margin:1.2rem auto}article img{width:100%%;height:auto;
      border-radius:10px}
    .text{font-size:1.12rem;line-height:1.7}
    aside{max-width:42rem;margin:auto;border-top:1px solid var(--line)}
    .sites{list-style:none;padding:0;display:grid;gap:.9rem;
      grid-template-columns:repeat(auto-fill,minmax(19rem,1fr))}
    .sites li{display:flex;gap:.8rem;align-items:center}
    .wide{overflow-x:auto}table{border-collapse:collapse;font:.8rem ui-monospace,monospace}
    td{white-space:nowrap}td:last-child{max-width:18rem;overflow:hidden;text-overflow:ellipsis}
        td,th{padding:.15rem .6rem;border-bottom:1px solid var(--line);text-align:start}
    footer{border-top:1px solid var(--line);padding-top:.5rem;padding-bottom:2rem}
    """
        .formatted(hue);
  }
}
