//! Charts as SVG, drawn into pages that need nothing else.

use std::fmt::Write as _;

/// Colours that are told apart by people who see red and green alike, and in grey.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"];
const WIDTH: f64 = 640.;
const HEIGHT: f64 = 300.;
const LEFT: f64 = 60.;
const BOTTOM: f64 = 36.;
const TOP: f64 = 28.;

/// One line of a chart.
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its points, in the order of x.
    pub points: Vec<(f64, f64)>,
    /// Points are marked.
    pub marked: bool,
}

/// Text that may stand in HTML.
#[must_use]
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A whole page: nothing is fetched, so that it can be mailed and kept.
#[must_use]
pub fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\n<style>\
         body{{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}}\
         table{{border-collapse:collapse;margin:1rem 0}}td,th{{padding:.25rem .7rem;border-bottom:1px solid #ccc;\
         text-align:right;font-variant-numeric:tabular-nums}}td:first-child,th:first-child{{text-align:left}}\
         svg{{max-width:100%;height:auto}}svg text{{font:12px system-ui,sans-serif;fill:#111}}</style></head>\n\
         <body><h1>{title}</h1>\n{body}</body></html>\n"
    )
}

/// A step that gives about five lines: 1, 2 or 5 times a power of ten.
fn step(span: f64) -> f64 {
    let raw = span / 5.;
    let power = 10f64.powf(raw.log10().floor());
    [1., 2., 5., 10.].into_iter().map(|m| m * power).find(|step| *step >= raw).unwrap_or(raw)
}

fn bounds(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let (least, most) = (values.clone().fold(f64::MAX, f64::min), values.fold(f64::MIN, f64::max));
    if least > most {
        (0., 1.)
    } else if (most - least).abs() < f64::EPSILON {
        (least - 0.5, most + 0.5)
    } else {
        (least, most)
    }
}

/// Lines over x. `frame` fixes the bounds of x and y.
#[must_use]
pub fn lines(title: &str, series: &[Series], frame: Option<[f64; 4]>) -> String {
    let points = || series.iter().flat_map(|s| s.points.iter());
    let [x0, x1, y0, y1] = frame.unwrap_or_else(|| {
        let ((x0, x1), (y0, y1)) = (bounds(points().map(|p| p.0)), bounds(points().map(|p| p.1)));
        [x0, x1, y0, y1]
    });
    let px = |x: f64| LEFT + (x - x0) / (x1 - x0) * (WIDTH - LEFT - 12.);
    let py = |y: f64| HEIGHT - BOTTOM - (y - y0) / (y1 - y0) * (HEIGHT - BOTTOM - TOP);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{0}\"><text x=\"{LEFT}\" y=\"16\">{0}</text>",
        escape(title)
    );
    let mut axis = |from: f64, to: f64, across: bool| {
        let step = step(to - from);
        let mut value = (from / step).ceil() * step;
        while value <= to + step * 1e-6 {
            let label = format!("{value:.4}").trim_end_matches('0').trim_end_matches('.').to_owned();
            let _ = if across {
                write!(svg, "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>", px(value), HEIGHT - 14.)
            } else {
                write!(
                    svg,
                    "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
                     <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
                    WIDTH - 12.,
                    LEFT - 6.,
                    py(value) + 4.,
                    y = py(value)
                )
            };
            value += step;
        }
    };
    axis(x0, x1, true);
    axis(y0, y1, false);
    for (place, one) in series.iter().enumerate() {
        let colour = COLOURS[place % COLOURS.len()];
        let path: Vec<String> = one.points.iter().map(|(x, y)| format!("{:.1},{:.1}", px(*x), py(*y))).collect();
        let _ = write!(
            svg,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\" points=\"{}\"/>",
            path.join(" ")
        );
        for (x, y) in one.points.iter().filter(|_| one.marked) {
            let _ = write!(svg, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"/>", px(*x), py(*y));
        }
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" style=\"fill:{colour}\">{}</text>",
            WIDTH - 14.,
            TOP + 14. + place as f64 * 15.,
            escape(&one.name)
        );
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_shows_every_point_inside_its_frame() {
        let series = [Series { name: "a<b".into(), points: vec![(0., 1.), (10., 3.)], marked: true }];
        let svg = lines("loss", &series, None);
        assert!(svg.contains("a&lt;b") && svg.contains("60.0,264.0 628.0,28.0"), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 2);
        // nothing to show is an empty frame
        assert!(lines("none", &[], None).contains("<svg"));
    }

    #[test]
    fn steps_are_round() {
        for (span, expected) in [(1., 0.2), (10., 2.), (0.03, 0.01), (3000., 1000.)] {
            assert!((step(span) - expected).abs() < 1e-9, "{span}: {}", step(span));
        }
    }
}
