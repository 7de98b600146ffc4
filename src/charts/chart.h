#pragma once

#include <string>
#include <vector>

#include "charts/scale.h"
#include "charts/svg.h"  // most who draw charts put them there

namespace drystone {

/// Colours that stay apart for colour-blind eyes (Okabe and Ito): the k-th of them, again from the first after the last.
const char* distinct_colour(int k);

/// A curve, or marks alone.
struct Series {
    struct Point {
        double x = 0.0, y = 0.0;
        bool filled = true;  // its mark
    };
    std::string id = {};     // of the group of its marks; empty: they have none
    std::string label = {};  // in the legend
    std::string colour = "#000000";
    double line = 1.5;  // width [px]; 0: marks alone
    bool dashed = false;
    double mark = 3.0;  // radius [px]; 0: the line alone
    std::vector<Point> points = {};  // one that is not finite interrupts the line
};

/// The room between two curves over x.
struct Band {
    struct Point {
        double x = 0.0, low = 0.0, high = 0.0;
    };
    std::string colour = "#000000";
    std::vector<Point> points = {};
};

/// Two axes with what is drawn between them.
struct Chart {
    std::string title = {}, of_x = {}, of_y = {};
    Scale x = Scale::powers_of_ten(), y = Scale::powers_of_ten();
    Pixel corner = {};             // upper left of the area between the axes
    Pixel size = {300.0, 220.0};   // of that area
    int most_ticks = 8;            // along an axis
    double of_y_at = 46.0;         // how far left of the axis its words are [px]
    std::vector<Band> bands = {};  // under the series
    std::vector<Series> series = {};

    Pixel at(double x_value, double y_value) const;
};

/// Grid, ticks, words, bands and series.
void draw(const Chart& chart, Sheet& sheet);

/// What stands for a series in a legend: a piece of its line, its mark and its label, from `at` to the right. Returns how wide
/// that is, about [px].
double draw_key(const Series& series, const Pixel& at, Sheet& sheet);

}  // namespace drystone
