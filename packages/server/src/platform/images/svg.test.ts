import { expect, test } from 'vitest';
import { sanitizedSvg } from './svg.ts';

test('TM-AD-18: an SVG keeps its shapes and loses everything that runs, links or loads', () => {
  const clean = sanitizedSvg(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="alert(1)" xmlns:xlink="http://www.w3.org/1999/xlink">
    <script>alert(2)</script><style>@import url(https://evil.example/x.css)</style>
    <defs><linearGradient id="paint"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
    <a href="javascript:alert(3)"><rect width="8" height="8" fill="url(#paint)" style="background:url(//evil.example)"/></a>
    <image href="https://evil.example/pixel.png"/><use xlink:href="https://evil.example/x.svg#y"/>
    <foreignObject><iframe src="https://evil.example"></iframe></foreignObject>
    <circle r="2" fill="url(https://evil.example/x)" stroke="red" onclick="alert(4)"><animate attributeName="href" to="javascript:alert(5)"/></circle>
    <text x="1">&lt;b&gt; &amp; c</text></svg>`);
  expect(clean).toContain('viewBox="0 0 8 8"');
  expect(clean).toContain('<linearGradient id="paint">');
  expect(clean).toContain('fill="url(#paint)"');
  expect(clean).toContain('stroke="red"');
  expect(clean).toContain('&lt;b&gt; &amp; c');
  expect(clean).not.toMatch(/script|style|evil|alert|onload|onclick|href|image|use|iframe|animate|ENTITY|DOCTYPE/i);
  expect(sanitizedSvg('<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>')).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/,
  );
  for (const none of ['', 'plain', '<script/>', '<p>x</p>']) expect(sanitizedSvg(none)).toBeNull();
});
